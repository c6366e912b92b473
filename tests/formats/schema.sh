#!/bin/sh
# SPDX-License-Identifier: MIT
# Gets the published JSON schema of SARIF 2.1.0: schema.sh FILE.  It is other people's
# text and so not in this tree; a package that carries it is on the npm registry.
set -u

package=@microsoft/jest-sarif@1.0.0-beta.0
inside=package/lib/schemas/sarif-2.1.0-rtm.5.json
sum=2d99159ae54a3eea97f81781cff48780548657c35949f4b7f25e99a2ba4de4f8

is_it() {
    [ -f "$1" ] && [ "$(sha256sum <"$1" | cut -d ' ' -f 1)" = "$sum" ]
}

is_it "$1" && exit 0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
(cd "$scratch" && npm pack --silent "$package" >/dev/null && tar xzf ./*.tgz "$inside") &&
    is_it "$scratch/$inside" && mkdir -p "$(dirname "$1")" && cp "$scratch/$inside" "$1" && exit 0
echo "the published schema of SARIF could not be got from the npm package $package"
exit 1
