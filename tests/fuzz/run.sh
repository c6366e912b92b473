#!/bin/sh
# Fuzzes with libFuzzer: run.sh [SECONDS] [games|rulesets], 60 seconds of each by
# default.  Everything is built under build/fuzz; what was found stays there, in
# crashes, and what was learned in corpus.
set -eu
cd "$(dirname "$0")/../.."

seconds=${1:-60}
targets=${2:-games rulesets}
out=build/fuzz
flags='-g -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer'

make VARIANT=fuzz CFLAGS_fuzz="$flags" CC_fuzz=clang all
sources=$(ls tests/support/*.c)
objects=$(find $out/obj/src $out/obj/generated -name '*.o' ! -path '*/cli/*')

status=0
for target in $targets; do
    clang -std=c17 -D_XOPEN_SOURCE=700 -Isrc -Itests -Ibuild/generated -g -O1 -fsanitize=fuzzer,address,undefined \
        -fno-sanitize-recover=all -o "$out/fuzz_$target" "tests/fuzz/fuzz_$target.c" $sources $objects -lyaml -lutf8proc -lpthread
    mkdir -p "$out/corpus/$target" "$out/seeds/$target" "$out/crashes"
    case $target in
    games)
        cp tests/vectors/*.sgn samples/*/*.sgn "$out/seeds/$target" 2>/dev/null || true
        # Small records find more in less time: the first game of each file too.
        for file in "$out/seeds/$target"/*.sgn; do
            head -c 700 "$file" >"$file.head"
        done
        extra='-dict=tests/fuzz/sgn.dict -max_len=4096'
        ;;
    *)
        cp rulesets/*.yaml tests/variants/*.yaml "$out/seeds/$target"
        extra='-max_len=4096'
        ;;
    esac
    "$out/fuzz_$target" $extra -max_total_time="$seconds" -timeout=30 -rss_limit_mb=4096 -print_final_stats=1 \
        -artifact_prefix="$out/crashes/$target-" "$out/corpus/$target" "$out/seeds/$target" >"$out/$target.log" 2>&1 || status=1
    tail -n 14 "$out/$target.log"
done
exit "$status"
