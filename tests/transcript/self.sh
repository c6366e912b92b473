#!/bin/sh
# SPDX-License-Identifier: MIT
# The runner of transcripts on itself: what is wrong must fail, once for every
# command, and pass after --rewrite.  Argument: the runner.
set -eu
runner=$PWD/$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >wrong.txt <<'END'
# output that is not there, or not all of it
$ true
something
$ printf 'a\nb\n'
a
$ printf 'a\n\n'
a
$ printf 'a'
a
# a status that is not there
$ exit 3
$ true
? 1
# a pattern that does not fit
$ printf 'one\ntwo\n'
...
t[…]ree
# a case without a command
== file
== end
END
"$runner" wrong.txt >report && exit 1
grep -qx 'transcript: 0 passed, 8 failed' report || { cat report; exit 1; }
sed '/^# a case without/,$d' wrong.txt >right.txt
"$runner" --rewrite right.txt >/dev/null && exit 1
"$runner" right.txt
