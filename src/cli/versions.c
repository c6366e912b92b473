/* SPDX-License-Identifier: MIT */
/* With what the program was built: the one file that may see the headers of all libraries, for their versions alone. */
#include "cli/cli.h"
#include "index/explore.h"
#include "viewer/screen.h"

#include <curses.h>
#include <jansson.h>
#include <sqlite3.h>
#include <utf8proc.h>
#include <yaml.h>
#include <zlib.h>
#include <zstd.h>

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

#ifndef CATASTA_FLAGS
#define CATASTA_FLAGS ""
#endif

void print_versions(bool verbose)
{
    print("catasta %s\n", CATASTA_VERSION);
    if (!verbose)
        return;
    print("date: " CATASTA_DATE "\ncompiler: " COMPILER "\nflags: " CATASTA_FLAGS "\n");
    print("formats: SGN 1.0, index %d, play protocol " PLAY_PROTOCOL "\n", INDEX_VERSION);
    print("libraries: libyaml %s, utf8proc %s, zlib %s, libzstd %s, ncurses %s, jansson %s, SQLite %s\n",
        yaml_get_version_string(), utf8proc_version(), zlibVersion(), ZSTD_versionString(), NCURSES_VERSION,
        JANSSON_VERSION, sqlite3_libversion());
}
