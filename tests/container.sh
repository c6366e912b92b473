#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the image of packaging/container with buildah, on a Debian that debootstrap makes, and judges a game in it:
# container.sh, as root.  Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 2
. tests/tally.sh
scratch=$(mktemp -d) || exit 2
export BUILDAH_ISOLATION=chroot
buildah="buildah --root $scratch/images --runroot $scratch/run --storage-driver vfs"
trap '$buildah rm -a >/dev/null 2>&1; rm -rf "$scratch"' EXIT

base() {
    debootstrap --variant=minbase bookworm "$scratch/debian" && container=$($buildah from scratch) &&
        $buildah copy -q "$container" "$scratch/debian" / &&
        $buildah commit -q "$container" docker.io/library/debian:bookworm-slim
}

# Of what is committed, as whoever clones it builds it.
image() (
    git clone -q . "$scratch/source" && cd "$scratch/source" &&
        $buildah bud --network host --pull-never -t catasta -f packaging/container/Containerfile .
)

judged() {
    container=$($buildah from --pull-never localhost/catasta) &&
        $buildah copy -q "$container" samples/accasta/evening.sgn /games/ &&
        $buildah run "$container" -- /catasta check evening.sgn
}

try "$scratch/log" 'a Debian' base
try "$scratch/log" 'the image is built' image
try "$scratch/log" 'it judges a game' judged
tally
