#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches the libraries that the module is linked with as Debian source packages: sources.sh FOLDER.  They are unpacked
# there, as libyaml, utf8proc and zlib; what is there already is left alone, so it may come from elsewhere.  The lists
# of packages are the script's own, made of those of the system with its sources added: nothing of the system changes.
# What cannot be had is named, and then the exit status is 1.
set -u

mkdir -p "$1" && folder=$(cd "$1" && pwd) || exit 2
missing=
for name in libyaml utf8proc zlib; do
    [ -d "$folder/$name" ] || missing="$missing $name"
done
[ -n "$missing" ] || exit 0

fail() {
    echo "left out: the sources of$missing cannot be had ($1)" >&2
    rm -rf "$work"
    exit 1
}

work=$(mktemp -d)
command -v apt-get >/dev/null 2>&1 && command -v dpkg-source >/dev/null 2>&1 || fail 'there is no apt-get or dpkg-source'
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/parts"
for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$work/parts/${list##*/}"
done
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >>"$work/parts/own.list"
done
chmod 755 "$work"
apt() {
    apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/parts" -o Dir::State::Lists="$work/lists" \
        -o Dir::Cache="$work/cache" -o APT::Sandbox::User="$(id -un)" "$@"
}
apt update >"$work/log" 2>&1 || fail "$(tail -n 1 "$work/log")"
for name in $missing; do
    mkdir "$work/$name" && (cd "$work/$name" && apt source "$name") >"$work/log" 2>&1 ||
        fail "$name: $(tail -n 1 "$work/log")"
    mv "$work/$name"/"$name"-*/ "$folder/$name" || fail "$name was not unpacked"
done
rm -rf "$work"
