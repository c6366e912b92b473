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
. tests/tally.sh

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

try "$scratch/log" 'the same bytes twice' twice
# The day of the version is in catasta.h and in the changelog.
dated() {
    defined() { sed -n "s/.*define CATASTA_$1 \"\(.*\)\"/\1/p" src/catasta.h; }
    grep -xF "## [$(defined VERSION)] - $(LC_ALL=C date -ud "$(defined DATE)" +%F)" CHANGELOG.md
}

try "$scratch/log" 'the changelog has the version and its day' dated
try "$scratch/log" 'it is unpacked' tar -xzf "$scratch/a.tar.gz" -C "$scratch"
try "$scratch/log" 'the committed files, and no others' tracked
try "$scratch/log" 'it builds' build
try "$scratch/log" 'it works' use
tally
