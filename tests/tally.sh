# SPDX-License-Identifier: MIT
# Sourced by test scripts, which end with tally.
passed=0 failed=0

passes() {
    passed=$((passed + 1))
}

# fails WHAT...
fails() {
    failed=$((failed + 1))
    echo "failed: $*"
}

# try LOG WHAT COMMAND...: what a command printed is shown if it fails
try() {
    log=$1 what=$2
    shift 2
    if "$@" >"$log" 2>&1; then
        passes
    else
        fails "$what"
        tail -n 30 "$log"
    fi
}

# Prints "N passed, N failed"; its status is whether none did.
tally() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
