#!/bin/sh
# SPDX-License-Identifier: MIT
# Uses the library, as it is installed, from other languages: run.sh c|cpp|py|manual MAKE-COMMAND...
#   c, cpp, py  the program here of that name, which prints "N passed, N failed"
#   manual      each program among the examples of man/libcatasta.3
set -eu
cd "$(dirname "$0")/../.."

what=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
"$@" install DESTDIR="$root" >/dev/null
export PKG_CONFIG_SYSROOT_DIR="$root" PKG_CONFIG_PATH="$root/usr/local/lib/pkgconfig" LC_ALL=C.UTF-8
export LD_LIBRARY_PATH="$root/usr/local/lib"
flags='-Wall -Wextra -Wpedantic -Werror'

# built COMPILER OPTIONS...: compiles against what is installed
built() {
    # shellcheck disable=SC2046,SC2086
    "$@" $flags $(pkg-config --cflags --libs catasta)
}

case $what in
c)
    built cc -std=c17 tests/api/api.c -o "$scratch/api"
    "$scratch/api"
    ;;
cpp)
    built g++ -std=c++17 tests/api/api.cpp -o "$scratch/api"
    "$scratch/api"
    ;;
py)
    python3 -B tests/api/api.py "$root/usr/local/lib/libcatasta.so"
    ;;
manual)
    . tests/api/examples.sh
    ;;
*)
    sed -n '3,5s/^# *//p' "$0" && exit 2
    ;;
esac
