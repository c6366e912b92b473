#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the program for other machines, i386 and s390x (whose bytes are the other way round), from Debian's packages for
# them, which are unpacked in build/other and never installed, and compares it with that of this machine:
# other.sh CATASTA [TRIPLET...].  qemu-user runs it.  Ends with "N passed, N failed".  Clang compiles for any machine;
# Debian's cross compilers conflict with gcc-multilib, which the 32-bit build of make check needs.
set -u
cd "$(dirname "$0")/.." || exit 2
. tests/tally.sh
native=$(realpath "$1") || exit 2
shift
[ $# -gt 0 ] || set -- i686-linux-gnu s390x-linux-gnu
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
properties='conformance corpus fields hashes limits perft tables'
export CATASTA_SHARE="${CATASTA_SHARE:-3}" # of what takes long

# arch_of TRIPLET, as Debian and qemu call it
arch_of() {
    case $1 in
    i686-*) echo i386 ;;
    *) echo "${1%%-*}" ;;
    esac
}

# libraries: Debian's, with what they need, into $root
libraries() {
    [ -e "$root/done" ] && return
    rm -rf "$root" && mkdir -p "$root/state/lists/partial" "$root/cache/archives/partial" && : >"$root/status"
    apt="apt-get -qq -o APT::Architecture=$arch -o APT::Architectures=$arch -o Dir::State=$root/state -o Dir::State::status=$root/status
        -o Dir::Cache=$root/cache -o APT::Sandbox::User="
    # shellcheck disable=SC2086 # words
    $apt update # a mirror may lack what is not needed
    $apt install -y --no-install-recommends --download-only libc6-dev libyaml-dev libutf8proc-dev zlib1g-dev libzstd-dev \
        libncurses-dev libjansson-dev libsqlite3-dev "libgcc-$(gcc -dumpversion)-dev" || return
    for package in "$root"/cache/archives/*.deb; do
        dpkg -x "$package" "$root/root" || return
    done
    rm -r "$root/cache" && touch "$root/done"
}

compiled() {
    # shellcheck disable=SC2046,SC2086 # words
    ${MAKE:-make} -s CC="clang --target=$triplet --sysroot=$root/root" CFLAGS=-O2 LDFLAGS=-static OUT="$out" NATIVE="$native" "$out/catasta" \
        $(printf "$out/tests/property/%s " $properties)
}

# Everything that depends on bytes, sizes or the order of a hash table.
outputs() {
    files='samples/*/*.sgn tests/corpus/games/*.sgn '
    # shellcheck disable=SC2086 # words
    for how in 'check -f jsonl' 'check --boards' 'check -f sarif -j3' 'check --from=typed' 'fmt' 'fmt --fix=likely' 'replay' 'score -v' \
        'score -f json --standings --mixed' 'table' 'table --per=game -f jsonl' 'stats' 'select --unique' 'convert --lossy --to=ptn' \
        'convert --lossy --to=abstractplay' 'convert --lossy --to=uhp' 'explain --all' 'replay -f html'; do
        [ "$how" = 'explain --all' ] && given= || given="-r accasta-pari $files"
        echo "$how"
        $1 $how $given 2>&1
        echo "status $?"
    done
    "$1" index -r accasta-pari -o "$scratch/index.db" samples/*/*.sgn && python3 -c 'import sqlite3, sys
print(*sqlite3.connect(sys.argv[1]).iterdump(), sep="\n")' "$scratch/index.db"
    for ruleset in $("$native" rules list | awk '{ print $1 }'); do
        echo "$ruleset" && "$1" perft -r "$ruleset" 2 && "$1" show -r "$ruleset" -f svg </dev/null
    done
    rm "$scratch/index.db"
}

same() {
    outputs "$program" >"$scratch/found" 2>&1
    cmp -s "$scratch/wanted" "$scratch/found" || { diff -a "$scratch/wanted" "$scratch/found" | cut -c 1-200 | head -n 40 && return 1; }
}

outputs "$native" >"$scratch/wanted" 2>&1
for triplet; do
    arch=$(arch_of "$triplet")
    root=$PWD/build/other/$arch
    out=build/other/$arch/out
    program=$scratch/catasta
    try "$scratch/log" "$arch: libraries" libraries || continue
    try "$scratch/log" "$arch: build" compiled || continue
    printf '#!/bin/sh\nexec qemu-%s-static "%s" "$@"\n' "$arch" "$PWD/$out/catasta" >"$program" && chmod +x "$program"
    try "$scratch/log" "$arch: the same output" same
    for property in $properties; do
        try "$scratch/log" "$arch: $property" "qemu-$arch-static" "$out/tests/property/$property"
    done
done
tally
