#!/bin/sh
# Builds Debian packages of what is committed, in build/debian, and has lintian look at them: debian.sh
# Ends with "N passed, N failed".
set -u
version=$(sed -n 's/.*define CATASTA_VERSION "\(.*\)"/\1/p' src/catasta.h)
out=build/debian
tree=$out/catasta-$version
rm -rf "$out" && mkdir -p "$tree" || exit 2
git archive HEAD | tar -x -C "$tree" || exit 2
rm -rf "$tree/packaging/debian" && tar -cJf "$out/catasta_$version.orig.tar.xz" -C "$out" "catasta-$version" || exit 2
git archive HEAD packaging/debian | tar -x -C "$tree" && mv "$tree/packaging/debian" "$tree/debian" || exit 2
passed=0 failed=0
result() {
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $2"; fi
}
(cd "$tree" && DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-nocheck}" dpkg-buildpackage -us -uc) >"$out/log" 2>&1
status=$?
[ $status -eq 0 ] || tail -n 20 "$out/log"
result $status 'packages are built'
for package in catasta libcatasta0 libcatasta-dev; do
    [ -f "$out/${package}_$version"-1_*.deb ]
    result $? "$package is there"
done
# Nobody uploads these, so no bug of Debian is closed.
lintian --fail-on warning --suppress-tags initial-upload-closes-no-bugs "$out"/*.changes
result $? 'lintian finds nothing'
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
