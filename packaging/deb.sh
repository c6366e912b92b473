#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds Debian packages of what make dist has packed, in build/debian: deb.sh TARBALL VERSION SOVERSION.  The folder debian
# is made of packaging/debian; the name of the library, its versions and their days come from catasta.h and CHANGELOG.md.
set -eu
tarball=$1 version=$2 soversion=$3

# The changelog of Debian, of that of the project.
changelog() {
    sed -nE 's/^## \[([0-9.]+)\] - ([0-9-]+)$/\1 \2/p' "$1" | while read -r number day; do
        printf 'catasta (%s-1) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n' "$number"
        printf ' -- %s  %s\n\n' "$(sed -n 's/^Maintainer: //p' debian/control)" "$(LC_ALL=C date -Rud "$day 12:00")"
    done
}

command -v dh >/dev/null || { echo 'make deb needs debhelper' >&2 && exit 1; }
rm -rf build/debian && mkdir -p build/debian
cp "$tarball" "build/debian/catasta_$version.orig.tar.gz"
cd build/debian
tar -xzf "catasta_$version.orig.tar.gz"
cd "catasta-$version"
cp -r packaging/debian debian
mv debian/libcatasta.install "debian/libcatasta$soversion.install"
sed -i "s/@soversion@/$soversion/" debian/control
changelog CHANGELOG.md >debian/changelog
exec dpkg-buildpackage -us -uc
