#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the wheel that make wheel has built into a fresh virtual environment, and holds it against the program:
# run.sh PROGRAM FOLDER [TEST [SUITE…]], FOLDER with the wheel.  TEST other than package sees what is installed here, such
# as pandas; SUITEs are of package.
# PRELOAD is the library of a sanitizer.  Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 2
program=$(realpath "$1") || exit 2
folder=$(realpath "$2") || exit 2
test=${3:-package}
environment=$folder/$test
with=
[ "$test" = package ] || with=--system-site-packages

# shellcheck disable=SC2086
rm -rf "$environment" && /usr/bin/python3 -m venv --without-pip $with "$environment" &&
    /usr/bin/python3 -m zipfile -e "$folder"/catasta-*.whl "$environment"/lib/python3*/site-packages || {
    echo 'the wheel cannot be installed; make python builds it'
    echo '0 passed, 1 failed'
    exit 1
}
shift $(($# > 2 ? 3 : 2))
exec env LD_PRELOAD="${PRELOAD:-}" "$environment/bin/python" -IB "tests/python/$test.py" "$program" "$@"
