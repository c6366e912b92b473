#!/bin/sh
# SPDX-License-Identifier: MIT
# Packs the committed files twice, with the same bytes, and builds and tries what is in the tarball, where there is no
# git: dist.sh TRANSCRIPT.  Ends with "N passed, N failed".
set -u
transcript=$(realpath "$1") || exit 2
cd "$(dirname "$0")/.." || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make=${MAKE:-make}
passed=0 failed=0

# try WHAT COMMAND...
try() {
    what=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $what"
        tail -n 30 "$scratch/log"
    fi
}

twice() {
    $make dist DIST="$scratch/a.tar.gz" && (umask 077 && $make dist DIST="$scratch/b.tar.gz") && cmp "$scratch/a.tar.gz" "$scratch/b.tar.gz"
}

tracked() (
    git ls-tree -r --name-only HEAD | sort >"$scratch/tracked" &&
        cd "$scratch"/catasta-* && find . ! -type d | sed 's/^..//' | sort | diff - "$scratch/tracked"
)

# In the tarball, and without git.
build() (
    cd "$scratch"/catasta-* && env -u MAKELEVEL GIT_DIR=/nonexistent $make VARIANT= CFLAGS=-O0 OUT=build all
)

# shellcheck disable=SC2035
use() (
    cd "$scratch"/catasta-* && "$transcript" --catasta build/catasta --readme README.md --readme TOUR.md \
        tests/cases/usage.txt tests/cases/fmt*.txt && ! $make dist
)

try 'the same bytes twice' twice
# The day of the version is in catasta.h and in the changelog.
dated() {
    defined() { sed -n "s/.*define CATASTA_$1 \"\(.*\)\"/\1/p" src/catasta.h; }
    grep -xF "## [$(defined VERSION)] - $(LC_ALL=C date -ud "$(defined DATE)" +%F)" CHANGELOG.md
}

try 'the changelog has the version and its day' dated
try 'it is unpacked' tar -xzf "$scratch/a.tar.gz" -C "$scratch"
try 'the committed files, and no others' tracked
try 'it builds' build
try 'it works' use
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
