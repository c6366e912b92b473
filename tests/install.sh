#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs into a folder of its own, uses what is there from outside, uninstalls and
# looks for remains: install.sh program|library MAKE-COMMAND...
#   program  the program and its files, and the library with flags written by hand
#   library  the library as pkg-config describes it, shared and static, from C and C++
set -eu
cd "$(dirname "$0")/.."

what=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ "$what" = program ] && root="$scratch/a root" || root=$scratch/root # pkg-config takes no blanks
prefix=$root/usr/local
warnings='-Wall -Wextra -Wpedantic -Werror'
sample=samples/accasta/annotated.sgn

# The example of TOUR.md
awk '/^```c$/ { on = 1; next } /^```/ { on = 0 } on' TOUR.md >"$scratch/use.c"

# use LIBRARY-FOLDER PROGRAM: it finds the games of the sample
use() {
    LD_LIBRARY_PATH=$1 "$2" <$sample >"$2.out"
    grep -q ' plies, legal$' "$2.out" || { echo "${2##*/} printed:" && cat "$2.out" && false; }
}

# needs PROGRAM: what it loads of catasta
needs() {
    readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(libcatasta.*\)\]/\1/p'
}

# same WHAT A B
same() {
    [ "$2" = "$3" ] || { echo "$1: '$2' instead of '$3'" && false; }
}

# What others put beside it stays.
remove() {
    mine=$prefix/share/catasta/rulesets/mine.yaml
    echo 'game: staku' >"$mine"
    "$@" uninstall DESTDIR="$root" >/dev/null
    remains=$(find "$root" ! -type d -o -name catasta ! -path "$prefix/share/catasta")
    same 'left behind' "$remains" "$mine"
}

try_program() {
    "$@" install DESTDIR="$root" >/dev/null
    "$prefix/bin/catasta" --version
    test -s "$prefix/share/man/man1/catasta-check.1"
    test -s "$prefix/share/catasta/schema/check.schema.json"
    test -s "$prefix/share/catasta/schema/score.schema.json"
    test -s "$prefix/share/catasta/schema/ruleset.schema.json"
    bash -c '. "$1" && complete -p catasta' - "$prefix/share/bash-completion/completions/catasta" >/dev/null
    same 'compiled for another place' "$("$@" all PREFIX=/elsewhere | grep -c '^  CC')" 1
    "$@" all >/dev/null
    same 'make -n check' "$("$@" -n check | grep -c 'passed')" 0
    if ! nm -u "$prefix/lib/libcatasta.a" | grep -q '__[a-z]*san_'; then
        # shellcheck disable=SC2086
        cc -std=c17 $warnings -I"$prefix/include" "$scratch/use.c" -L"$prefix/lib" -l:libcatasta.a \
            -lyaml -lutf8proc -lz -lzstd -lpthread -o "$scratch/static"
        use '' "$scratch/static"
    fi
    remove "$@"
}

try_library() {
    set -- "$@" libdir=/usr/local/lib/here
    library=$prefix/lib/here
    "$@" install DESTDIR="$root" >/dev/null
    export PKG_CONFIG_SYSROOT_DIR="$root" PKG_CONFIG_PATH="$library/pkgconfig"
    same version "$(pkg-config --modversion catasta)" "$("$prefix/bin/catasta" --version | sed 's/.* //')"

    # shellcheck disable=SC2046,SC2086
    cc -std=c17 $warnings "$scratch/use.c" $(pkg-config --cflags --libs catasta) -o "$scratch/shared"
    same 'shared program loads' "$(needs "$scratch/shared")" \
        "libcatasta.so.$(pkg-config --modversion catasta | sed -E 's/^(0[.][0-9]+|[0-9]+)[.].*/\1/')"
    use "$library" "$scratch/shared"

    # shellcheck disable=SC2046,SC2086
    cc -std=c17 $warnings "$scratch/use.c" \
        $(pkg-config --static --cflags --libs catasta | sed 's/-lcatasta/-l:libcatasta.a/') -o "$scratch/static"
    same 'static program loads' "$(needs "$scratch/static")" ''
    use '' "$scratch/static"
    cmp "$scratch/shared.out" "$scratch/static.out"

    # shellcheck disable=SC2046,SC2086
    g++ -std=c++17 $warnings tests/install/use.cc $(pkg-config --cflags --libs catasta) -o "$scratch/cxx"
    use "$library" "$scratch/cxx"
    remove "$@"
}

"try_$what" "$@"
