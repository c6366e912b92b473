/* SPDX-License-Identifier: MIT */
#include "support/files.h"

#include "support/complaint.h"

#include <glob.h>
#include <stdio.h>

bool file_add(const char *path, struct text *text)
{
    char block[65536];
    size_t length;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return complaint("cannot open %s", path);
    while ((length = fread(block, 1, sizeof block, file)) > 0)
        text_add(text, (struct slice){block, length});
    const bool good = ferror(file) == 0 && !text->failed;
    fclose(file);
    return good || complaint("cannot read %s", path);
}

bool files_add(const char *pattern, struct text *text)
{
    glob_t found = {0};
    bool good = glob(pattern, 0, NULL, &found) == 0 || complaint("there is no %s", pattern);
    for (size_t i = 0; i < found.gl_pathc && good; i++)
        good = file_add(found.gl_pathv[i], text);
    globfree(&found);
    return good;
}
