# SPDX-License-Identifier: MIT
# Each program among the examples of man/libcatasta.3: compiled, and run on a sample;
# and whether the page names every function.  A part of run.sh.
# shellcheck shell=sh disable=SC2154
awk -v folder="$scratch" '
/^\.Bd -literal/ { block = 1; next }
/^\.Ed/ { block = 0; program = 0 }
block == 1 { block = 2; program = /^#include/; number += program }
program {
    gsub(/\\-/, "-")
    gsub(/\\e/, "\\")
    sub(/^\\&/, "")
    print > (folder "/example" number ".c")
}' man/libcatasta.3
good=0
bad=0
for source in "$scratch"/example*.c; do
    program=${source%.c}
    if built cc -std=c17 "$source" -o "$program" && "$program" <samples/accasta/wrong-count.sgn >"$program.out" &&
        test -s "$program.out"; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "not ok: this example does not compile, or fails, or prints nothing:"
        cat "$source"
    fi
    cat "$program.out"
done
for function in $(sed -n 's/^CATASTA_API.*[ *]\(catasta_[a-z_]*\)(.*/\1/p' src/catasta.h); do
    if grep -qw "$function" man/libcatasta.3; then
        good=$((good + 1))
    else
        bad=$((bad + 1))
        echo "not ok: man/libcatasta.3 does not name $function"
    fi
done
echo "$good passed, $bad failed"
