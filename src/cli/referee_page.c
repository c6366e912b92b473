/* SPDX-License-Identifier: MIT */
/* page: replay -f html by a shorter name; and the page that referees, which was built with the module for browsers and
   is copied from where it lies, beside the rulesets. */
#include "cli/cli.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Beside a folder of rulesets, or where it was built; NULL: it is not there. */
static FILE *open_page(const struct places *places, char path[PATH_ROOM])
{
    FILE *file = NULL;
    for (const char *const *folder = places->folders; file == NULL && *folder != NULL; folder++)
        if (print_path(path, "%.*s%sreferee.html", (int)(name_of(*folder) - *folder), *folder,
                *folder == places->source ? "build/wasm/" : ""))
            file = fopen(path, "r");
    return file;
}

static int write_referee(const struct arguments *arguments)
{
    char path[PATH_ROOM];
    if (arguments->file_count > 0)
        return complain("the page of --referee takes no files");
    FILE *file = open_page(&arguments->places, path);
    if (file == NULL)
        return complain(
            "cannot open %s: %s; 'make wasm' builds it, and 'make install' then installs it", path, strerror(errno));
    int status = redirect_output(arguments);
    if (status == CATASTA_OK && !copy_file(file, UINT64_MAX, &output_sink) && !output_failed())
        status = complain("cannot read %s: %s", path, strerror(errno));
    fclose(file);
    return status;
}

int run_page(const struct arguments *arguments)
{
    struct arguments page = *arguments;
    page.format = "html";
    return arguments->referee ? write_referee(arguments) : run_replay(&page);
}
