# SPDX-License-Identifier: MIT
"""What is known of Hive from public records, against the program.

moves.jsonl    205 positions with all their legal turns (not WHOLE: those of some tiles), in canonical form
illegal.jsonl  24 games whose last turn breaks a rule
games.jsonl    79 games as they were played, with how they ended

facts.py CATASTA"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
passed = failed = 0


def count(good, what, game, found):
    global passed, failed
    passed += good
    failed += not good
    if not good:
        print('failed: %s of %s\n%s' % (what, '; '.join(game), found))


def facts(name):
    return [json.loads(line) for line in (HERE / name).read_text().splitlines()]


def run(arguments, fact):
    tags = '[Ruleset "%s"]\n' % fact['ruleset']
    if 'rules' in fact:
        tags += '[Rules "%s"]\n' % fact['rules']
    turns = ''.join('%d. %s\n' % pair for pair in enumerate(fact['game'], 1))
    run = subprocess.run([sys.argv[1]] + arguments, input=tags + '\n' + turns + '*\n', capture_output=True, text=True)
    return run.stdout


for fact in facts('moves.jsonl'):
    found = run(['moves'], fact).splitlines()
    if not fact['whole']:
        tiles = {turn.split()[0] for turn in fact['turns']}
        found = [turn for turn in found if turn.split()[0] in tiles]
    count(sorted(found) == sorted(fact['turns']), 'turns', fact['game'], set(found) ^ set(fact['turns']))
for fact in facts('illegal.jsonl'):
    game = json.loads(run(['check', '-f', 'jsonl'], fact).splitlines()[0])
    errors = [fault for fault in game['diagnostics'] if fault['severity'] == 'error']
    last = errors[:1] and (errors[0]['id'], errors[0]['ply'])
    count(last == (fact['id'], len(fact['game'])), 'the rule', fact['game'], last)
for fact in facts('games.jsonl'):
    game = json.loads(run(['check', '-f', 'jsonl'], fact).splitlines()[0])
    found = (game['legal'], game['outcome']['reason'], game['position'])
    count(found == (fact['legal'], fact['reason'], fact['position']), 'the end', fact['game'], found)
print('%d passed, %d failed' % (passed, failed))
sys.exit(failed > 0)
