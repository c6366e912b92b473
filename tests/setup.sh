#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the Debian packages that are missing, and says which; says nothing
# when all is there.  Arguments: PROGRAM:PACKAGE, HEADER.h:PACKAGE, of Python
# MODULE.py:PACKAGE, -FLAG:PACKAGE, of the compiler or, -f..., of clang, or
# --target=...:PACKAGE, what clang needs to link for another machine.
# With --look before them it installs nothing, and says what would.
set -u

look=
[ "${1-}" = --look ] && look=1 && shift

is_there() {
    case $1 in
    Python.h) ls /usr/include/python3*/Python.h ;;
    *.h) echo "#include <$1>" | ${CC:-cc} -E - ;;
    *.py) python3 -c "import ${1%.py}" || /usr/bin/python3 -c "import ${1%.py}" ;;
    --target=*) echo 'int main(void) { return 0; }' | clang "$1" -x c -o /dev/null - ;;
    -m*) echo '#include <errno.h>' | ${CC:-cc} "$1" -E - ;;
    -f*) echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | clang "$1" -x c -o /dev/null - ;;
    *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

missing=
for need; do
    is_there "${need%:*}" || missing="$missing ${need#*:}"
done
[ -z "$missing" ] && exit 0
if [ -n "$look" ]; then
    echo "missing for building:$missing" >&2
    echo "These are Debian's names; 'make setup' installs them, as root or with sudo." >&2
    exit 1
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    as_root=sudo
fi
if ! command -v apt-get >/dev/null 2>&1 || { [ -n "$as_root" ] && ! command -v sudo >/dev/null 2>&1; }; then
    echo "missing:$missing" >&2
    echo "These are Debian's names. Installing them takes apt-get, as root or with sudo;" >&2
    echo "here, please install them in the way of this system and run make again." >&2
    exit 1
fi
echo "installing:$missing"
$as_root apt-get -qq update &&
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install $missing >/dev/null
