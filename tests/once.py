# SPDX-License-Identifier: MIT
"""A ruleset file is opened once in a run, whatever reads it: once.py PROGRAM.  Ends with "N passed, N failed".

The kernel counts (inotify).  There are more rulesets than are kept ready, and a file that is read in parts."""
import collections
import ctypes
import os
import shlex
import struct
import subprocess
import tempfile

from engines.counted import PROGRAM, check, finish

RULESETS = 20
IN_OPEN = 0x20
libc = ctypes.CDLL(None, use_errno=True)
ENGINE = 'cmd=env CATASTA_RULESETS=copies "%s" engine' % PROGRAM
RUNS = [
    'check -r own1 few.sgn more.sgn',
    'check -r ./rulesets/own1.yaml --rules stack_limit=3 few.sgn',
    'check -j2 many.sgn more.sgn',
    'check --from=typed -r own1 typed.txt few.sgn',
    'fmt few.sgn more.sgn',
    'fmt --fix -w few.sgn',
    'convert --lossy --to=ptn few.sgn',
    'convert --from=typed -r own1 typed.txt',
    'score --standings few.sgn more.sgn',
    'replay -f html -o page.html few.sgn',
    'show few.sgn',
    'moves few.sgn',
    'select --unique -j2 many.sgn',
    'stats -j2 many.sgn',
    'table -j2 many.sgn',
    'index -j2 -o games.db many.sgn more.sgn',
    'explore --plain games.db',
    'play --protocol --in-place one.sgn',
    'pair --round-robin -r own1 --players players.txt -o round few.sgn',
    'perft -r own1 1',
    'rules show own1',
    'engine -r own1',
    shlex.join(['arena', '-r', 'own1', '-j2', '--rounds=3', '--openings=one.sgn', '--max-plies=4', '--seed=1',
                '--engine', 'name=a,' + ENGINE, '--engine', 'name=b,' + ENGINE]),
]


def write(name, text):
    with open(name, 'w') as file:
        file.write(text)


def game(number):
    return '[Ruleset "own%d"]\n[White "A"]\n[Black "B"]\n\n1. c3:-d3 e3:-e2 *\n\n' % number


def opened(folder, words):
    """How often each file of the folder was opened, by the file descriptor of a watch."""
    watch = libc.inotify_init1(os.O_NONBLOCK)
    if watch < 0 or libc.inotify_add_watch(watch, folder.encode(), IN_OPEN) < 0:
        raise OSError(ctypes.get_errno(), 'inotify')
    run = subprocess.run([PROGRAM, *shlex.split(words)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    try:
        events = os.read(watch, 1 << 16)
    except BlockingIOError:
        events = b''
    os.close(watch)
    found = collections.Counter()
    while events:
        length = struct.unpack_from('iIII', events)[3]
        found[events[16:16 + length].rstrip(b'\0').decode()] += 1
        events = events[16 + length:]
    del found['']  # the folder itself is listed
    check(words, run.returncode < 2, run.stderr)
    return found


def main():
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        os.environ['CATASTA_RULESETS'] = 'rulesets'
        for folder in 'rulesets', 'copies':
            os.mkdir(folder)
            for number in range(1, RULESETS + 1):
                write('%s/own%d.yaml' % (folder, number), 'extends: accasta-pari\ngame: accasta\n')
        every = ''.join(game(number) for number in range(1, RULESETS + 1))
        write('one.sgn', game(1))
        write('few.sgn', every + every)
        write('more.sgn', every)
        write('many.sgn', every.replace('*', '{%s} *' % ('x' * 60000)) * 2)  # read in parts
        write('typed.txt', 'Ruleset: own2\n\n1. c3:-d3 e3:-e2\n')
        write('players.txt', 'A\nB\nC\n')
        for words in RUNS:
            found = opened('rulesets', words)
            check(words, found and max(found.values()) == 1, dict(found))


main()
finish()
