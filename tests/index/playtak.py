#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""playtak's database, against another reading of it: games of Tak are written as such a database, and what catasta makes
of it is what they were; the messages name rows in each format; foreign, damaged and hostile files give one error, and no
SQL of theirs is run; memory does not follow the file, and the output not the number of threads.

    playtak.py CATASTA"""
import datetime
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CATASTA = os.path.abspath(sys.argv[1])
DAMAGED = 150
passed = failed = 0

COLUMNS = {'id': 'INTEGER PRIMARY KEY', 'date': 'INT', 'size': 'INT', 'player_white': 'VARCHAR(20)',
           'player_black': 'VARCHAR(20)', 'notation': 'TEXT', 'result': 'VARCHAR(10)', 'timertime': 'INT DEFAULT 0',
           'timerinc': 'INT DEFAULT 0', 'rating_white': 'INT DEFAULT 0', 'rating_black': 'INT DEFAULT 0',
           'unrated': 'INT DEFAULT 0', 'tournament': 'INT DEFAULT 0', 'komi': 'INT DEFAULT 0',
           'pieces': 'INT DEFAULT -1', 'capstones': 'INT DEFAULT -1', 'rating_change_white': 'INT DEFAULT 0',
           'rating_change_black': 'INT DEFAULT 0', 'extra_time_amount': 'INT DEFAULT 0',
           'extra_time_trigger': 'INT DEFAULT 0', 'increment_scales': 'INT DEFAULT 0', 'opening': "TEXT DEFAULT 'swap'"}
TABLE = 'CREATE TABLE games(%s)' % ', '.join('%s %s' % column for column in COLUMNS.items())
OLD = 'CREATE TABLE Games(%s)' % ', '.join('%s %s' % column for column in list(COLUMNS.items())[:7])
ROAD = 'P A1,P E5,P C5,P B1 W,P C4,P B2 C,P C3,P B3,P C2,P B4,P C1'


def check(good, what):
    global passed, failed
    passed, failed = (passed + 1, failed) if good else (passed, failed + 1)
    if not good:
        print('failed: ' + what)


def run(*words, **options):
    return subprocess.run([CATASTA, *words], capture_output=True, text=True, timeout=300, **options)


def write(path, rows, *sql):
    """A database with ROWS, dicts of columns."""
    if os.path.exists(path):
        os.remove(path)
    database = sqlite3.connect(path)
    for statement in sql or (TABLE,):
        database.execute(statement)
    for row in rows:
        database.execute('INSERT INTO games(%s) VALUES(%s)' % (', '.join(row), ', '.join('?' * len(row))),
                         list(row.values()))
    database.commit()
    database.close()
    return path


def row_of(id, notation=ROAD, result='R-0', **more):
    return {'id': id, 'date': 1653488350000, 'size': 5, 'player_white': 'Anna', 'player_black': 'Ben',
            'notation': notation, 'result': result, **more}


TURN = re.compile(r'(\d?)([SCF]?)([a-h])(\d)([-+<>]?)(\d*)[FSC]?\*?')


def notation_of(turn):
    """'3a3+21' is 'M A3 A5 2 1'."""
    count, kind, file, rank, way, drops = TURN.fullmatch(turn).groups()
    if way == '':
        return 'P %s%s%s' % (file.upper(), rank, {'S': ' W', 'C': ' C'}.get(kind, ''))
    drops = drops or count or '1'
    across, up = {'+': (0, 1), '-': (0, -1), '>': (1, 0), '<': (-1, 0)}[way]
    to = chr(ord(file) + across * len(drops)).upper() + str(int(rank) + up * len(drops))
    return ' '.join(['M', file.upper() + rank, to, *drops])


def read_ptn(text):
    """Of each game its tags, turns and result."""
    games = []
    for part in re.split(r'\n\n(?=\[)', text.strip()):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M))
        words = re.sub(r'^\[.*\]$', '', part, flags=re.M).split()
        words = [word for word in words if not re.fullmatch(r'\d+\.', word)]
        result = words.pop() if words and re.fullmatch(r'[RF01]-[RF01]|1/2-1/2|\*', words[-1]) else '*'
        games.append((tags, words, result))
    return games


def games_of_tak():
    files = [os.path.join(ROOT, 'samples', 'tak'), os.path.join(ROOT, 'tests', 'corpus', 'games', 'tak-5.sgn'),
             os.path.join(ROOT, 'tests', 'corpus', 'games', 'tak-6.sgn')]
    games = read_ptn(run('convert', '--to', 'ptn', *files).stdout)
    games = [game for game in games if 'TPS' not in game[0] and game[0].get('Opening', 'swap') == 'swap' and game[1] and
             all(map(TURN.fullmatch, game[1]))]
    return games + [(tags, turns[:count], '*') for tags, turns, _ in games for count in range(1, len(turns), 4)]


def check_turns(dice):
    """Every turn and every result comes out as it went in."""
    games = games_of_tak()
    rows = []
    for number, (tags, turns, result) in enumerate(games):
        rows.append(row_of(3 * number + 1, ','.join(map(notation_of, turns)), '0-0' if result == '*' else result,
                           size=int(tags['Size']), komi=int(2 * float(tags.get('Komi', 0)))))
        if 'Flats' in tags or 'Caps' in tags:
            rows[-1].update(pieces=int(tags.get('Flats', -1)), capstones=int(tags.get('Caps', -1)))
    write('tak.db', rows)
    made = run('convert', '--to=ptn', 'tak.db')
    found = read_ptn(made.stdout)
    check(made.returncode == 0 and made.stderr == '', 'a conversion: ' + made.stderr)
    check([game[1:] for game in found] == [game[1:] for game in games] and len(games) > 100,
          '%d games were written, %d read' % (len(games), len(found)))
    check([int(game[0]['GameId']) for game in found] == [row['id'] for row in rows], 'the ids')
    check('note' not in run('check', 'tak.db').stdout, 'a database has no marks: none is missing')

    broken = [dict(row, notation=break_turn(row['notation'], dice)) for row in rows]
    write('broken.db', broken)
    reports = [json.loads(line) for line in run('check', '-f', 'jsonl', 'broken.db').stdout.splitlines()]
    check([report['row'] for report in reports] == [row['id'] for row in broken], 'a report for each row')
    check(all(fault['row'] == report['row'] and 'line' not in fault and 'column' not in fault
              for report in reports for fault in report['diagnostics']), 'diagnostics name rows')
    check(sum(report['diagnostics'] != [] for report in reports) > len(reports) / 2, 'broken turns are found')


def break_turn(notation, dice):
    at = dice.randrange(len(notation))
    return notation[:at] + dice.choice('ABCDEFGH12345678 ,PMWC') + notation[at + 1:]


def check_tags():
    """Dates and clocks against Python's."""
    rows = []
    for number in range(400):
        date = number * 739876543 * 1000 % 253402300799000
        rows.append(row_of(number + 1, '', '0-0', date=date, timertime=60 * number, timerinc=number % 7,
                           komi=number % 83 - 41 if number % 83 < 82 else 0, opening='no-swap', unrated=number % 2,
                           pieces=20 + number % 40, capstones=number % 9, rating_white=1000 + number,
                           extra_time_amount=number % 3 * 301, extra_time_trigger=number % 5,
                           increment_scales=number % 2, player_white='"%d\\' % number, rating_change_black=-number))
    write('tags.db', rows)
    for row, (tags, _, _) in zip(rows, read_ptn(run('convert', '--to', 'ptn', 'tags.db').stdout), strict=True):
        when = datetime.datetime.fromtimestamp(row['date'] / 1000, datetime.timezone.utc)
        time, extra = row['timertime'], row['extra_time_amount']
        clock = '%s%d:%d' % ('%d:' % (time // 3600) if time >= 3600 else '', time // 60 % 60, time % 60)
        clock += ' +%d%s' % (row['timerinc'], 'n' * row['increment_scales']) if row['timerinc'] else ''
        if extra and row['extra_time_trigger']:
            clock += ' @%d +%d:%d' % (row['extra_time_trigger'], extra // 60, extra % 60)
        wanted = {'Date': '%04d.%02d.%02d' % (when.year, when.month, when.day), 'Time': when.strftime('%H:%M:%S'),
                  'Clock': clock if time else None, 'Komi': ('%.1f' % (row['komi'] / 2)).removesuffix('.0'),
                  'Opening': 'no-swap', 'Flats': str(row['pieces']), 'Caps': str(row['capstones']),
                  'Player1': '\\"%d\\\\' % (row['id'] - 1), 'Unrated': '1' if row['unrated'] else None,
                  'Rating1': str(row['rating_white']), 'Rating2': None,
                  'RatingChange2': str(row['rating_change_black']) if row['rating_change_black'] else None}
        found = {name: tags.get(name) for name in wanted}
        check(found == wanted, 'row %d: %s, not %s' % (row['id'], found, wanted))
    write('corner.db', [row_of(1, 'P A1,P H8', '0-0', size=8), row_of(2, 'P A1,P E', '0-0')])
    corner = run('convert', '--to', 'ptn', 'corner.db')
    check(corner.returncode == 1 and '1. a1 h8' in corner.stdout and 'corner.db: row 2: error' in corner.stderr,
          'corners: %s' % corner.stdout)
    write('old.db', [{'id': 5, 'date': None, 'size': 5, 'notation': ROAD, 'result': 'R-0'}], OLD)
    tags = read_ptn(run('convert', '--to', 'ptn', 'old.db').stdout)[0][0]
    check(tags == {'Site': 'PlayTak.com', 'Event': 'Online Play', 'Result': 'R-0', 'Size': '5', 'GameId': '5'},
          'an old file: %s' % tags)


def check_messages():
    """Rows in place of lines and columns."""
    write('wrong.db', [row_of(-3, 'P A1,P A1'), row_of(8), row_of(9, 'P A1,Q A2'), row_of(10, size=2),
                       row_of(11, result='X'), row_of(12, 'P A1,P E5,M E5 C4 1 1'), row_of(13, 'P A1,P E5,M E5 E3 1'),
                       row_of(14, 'P A1,P E5,P C3', 'R-0'), row_of(15, 'P A1,P E5,P C3', '1-0'),
                       row_of(16, 'P A1,P E5,'), row_of(17, 'P A1,P E5,M E5 E4 9 1'), row_of(2 ** 62, None, None)])
    wanted = {-3: 'tak/occupied', 9: 'syntax/form', 10: 'syntax/form', 11: 'syntax/form', 12: 'syntax/form',
              13: 'syntax/form', 14: 'record/result-mismatch', 16: 'syntax/form', 17: 'syntax/form'}
    text = run('check', 'wrong.db')
    found = {int(row): id for row, id in re.findall(r'^wrong\.db: row (-?\d+): error: .* \[(.*)\]$', text.stdout, re.M)}
    check(found == wanted and text.returncode == 1, 'text: %s' % found)
    sarif = json.loads(run('check', '-f', 'sarif', 'wrong.db').stdout)['runs'][0]['results']
    found = {result['locations'][0]['properties']['row']: result['ruleId'] for result in sarif}
    check(found == wanted, 'SARIF: %s' % found)
    check(all('region' not in result['locations'][0]['physicalLocation'] for result in sarif), 'SARIF: no region')
    scores = run('score', 'wrong.db').stdout
    check('wrong.db: row 15: game 4: Anna - Ben: White wins 1-0 (claimed), 3 plies' in scores, 'score: ' + scores)
    lines = [json.loads(line) for line in run('table', '--per=game', '-f', 'jsonl', 'wrong.db').stdout.splitlines()]
    check([line['line'] for line in lines] == [None] * 5, 'the table: %s' % lines)
    check('wrong.db: row 15: game 4 is left out: ' in run('convert', '--to=uhp', 'wrong.db').stderr, 'convert')
    check(run('select', '--where', 'tag.GameId = 15', 'wrong.db').stdout.count('[Ruleset "tak-5"]') == 1, 'select')
    before = open('wrong.db', 'rb').read()
    check(run('fmt', '-w', 'wrong.db').returncode == 2 and open('wrong.db', 'rb').read() == before, 'fmt -w')
    check('is a database' in run('index', '-o', 'some.idx', 'wrong.db').stderr, 'index')


HOSTILE = {
    'a view': ('CREATE TABLE other(id INTEGER PRIMARY KEY, notation)', 'CREATE VIEW games AS SELECT * FROM other'),
    'an endless view': ("CREATE VIEW games AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS "
                        "id, 5 AS size, '' AS notation, 0 AS date, '' AS player_white, '' AS player_black, '' AS result "
                        "FROM c",),
    'a generated column': (OLD.replace('notation TEXT', "notation TEXT AS (replace(hex(zeroblob(100000000)), 0, 11))"),),
    'a stored column': (OLD.replace('size INT', 'size INT AS (5) STORED'),),
    'a module': ('CREATE VIRTUAL TABLE games USING fts4(id, date, size, player_white, player_black, notation, result)',),
    'no table': ('CREATE TABLE other(id INTEGER PRIMARY KEY)',),
    'an index of that name': ('CREATE TABLE other(id)', 'CREATE INDEX games ON other(id)'),
    'no column': (OLD.replace('notation', 'turns'),),
    'no key': (OLD.replace('INTEGER PRIMARY KEY', 'INT'),),
    'a text as key': (OLD.replace('INTEGER PRIMARY KEY', 'TEXT PRIMARY KEY'),),
}


def check_one_error(path, what, word='', *words):
    names = sorted(os.listdir('.'))
    done = run('check', *words, path)
    errors = [line for line in done.stdout.splitlines() if ' error: ' in line and not re.match(r'\d+ games?, ', line)]
    check(done.returncode == 1 and len(errors) == 1 and word in errors[0], '%s: %s%s' % (what, done.stdout, done.stderr))
    check(sorted(os.listdir('.')) == names, '%s: no file is made' % what)
    return done


def check_hostile():
    for what, sql in HOSTILE.items():
        check_one_error(write('hostile.db', [], *sql), what)
    rewrite = 'PRAGMA writable_schema = ON'
    forged = "UPDATE sqlite_master SET type = 'table', sql = '%s' WHERE name = 'games'"
    for what, sql in {'a forged table': forged % OLD.replace("'", "''"), 'a forged schema': forged % 'CREATE TABLE games(',
                      'a page that is not there': "UPDATE sqlite_master SET rootpage = 99999 WHERE name = 'games'",
                      'another name': "UPDATE sqlite_master SET name = 'x' WHERE name = 'games'"}.items():
        tables = HOSTILE['a view'] if 'forged' in what else (TABLE,)
        check_one_error(write('hostile.db', [], *tables, rewrite, sql), what)
    write('hostile.db', [row_of(1)], TABLE, 'CREATE TABLE seen(x)', 'CREATE VIEW other AS SELECT * FROM games',
          'CREATE TRIGGER t AFTER INSERT ON seen BEGIN DELETE FROM games; END')
    before = open('hostile.db', 'rb').read()
    check(run('check', 'hostile.db').stdout == '1 game, 11 plies: all legal\n', 'views and triggers beside the table')
    check(open('hostile.db', 'rb').read() == before, 'nothing is written')
    write('odd #1?mode=rwc.db', [row_of(1)])
    check(run('check', './odd #1?mode=rwc.db').returncode == 0, 'a name with signs of a URI')
    check(run('check', os.path.abspath('odd #1?mode=rwc.db')).returncode == 0, 'the same with its folder')
    os.chmod('hostile.db', 0o400)
    check(run('check', 'hostile.db').returncode == 0, 'a file that cannot be written')
    open('hostile.db-wal', 'w').write('x')
    check_one_error('hostile.db', 'a journal beside it', 'journal')
    os.remove('hostile.db-wal')
    with open('hostile.db', 'rb') as file:
        done = run('check', stdin=file)
        check(done.stdout.count('not from a pipe') == 1 and done.returncode == 1, 'standard input: ' + done.stdout)
    done = run('check', stdin=piped('hostile.db'))
    check(done.stdout.count('not from a pipe') == 1 and done.returncode == 1, 'a pipe: ' + done.stdout)
    subprocess.run(['gzip', '-kf', 'hostile.db'], check=True)
    check_one_error('hostile.db.gz', 'a compressed one', 'not compressed')
    open('text.sgn', 'w').write('[Ruleset "tak-5"]\n\n1. a1 *\n')
    check_one_error('text.sgn', 'a text', 'not an SQLite database', '--from=playtak')
    open('empty.db', 'w').close()
    check_one_error('empty.db', 'an empty file', "no table 'games'", '--from=playtak')
    write('long.db', [row_of(1), row_of(2, 'P A1,' * 1000000), row_of(3)])
    done = check_one_error('long.db', 'a long value', '4 MiB')
    check('long.db: row 1: ' in done.stdout and '\n1 game, ' in done.stdout, 'its place: ' + done.stdout)
    write('names.db', [row_of(1, player_white='a\n"]\n[Result "0-1"]\x1b[2J', player_black=b'\xff\x00x', opening=7,
                              result='R-0', komi='x', date='y', timertime=2 ** 62, pieces=-2 ** 63)])
    done = run('check', 'names.db')
    check('\x1b' not in done.stdout and done.returncode in (0, 1), 'names: ' + done.stdout)


def piped(path):
    read, write_end = os.pipe()
    if os.fork() == 0:
        os.close(read)
        with open(path, 'rb') as file:
            shutil.copyfileobj(file, os.fdopen(write_end, 'wb'))
        os._exit(0)
    os.close(write_end)
    return read


def check_damaged(dice):
    """Bytes changed, cut and added: no crash, an exit status of its own, the same by any number of threads."""
    write('whole.db', [row_of(3 * i + 1, ROAD, player_white='x' * (i % 50)) for i in range(20000)])
    with open('whole.db', 'rb') as file:
        whole = file.read()
    for number in range(DAMAGED):
        text = bytearray(whole[:150000] if number % 3 else whole)
        for _ in range(dice.choice((1, 4, 40))):
            text[dice.randrange(len(text) if number % 5 else 200)] = dice.randrange(256)
        if number % 7 == 0:
            del text[dice.randrange(len(text)):]
        with open('damaged.db', 'wb') as file:
            file.write(text)
        done = [run('check', '-f', 'jsonl', '-j', jobs, 'damaged.db') for jobs in ('1', '3')]
        check(all(one.returncode in (0, 1, 2) for one in done), 'damage %d: %s' % (number, done[0].stderr[-500:]))
        ends = [one.stdout.count('"the database is damaged') for one in done]
        check(max(ends) <= 1, 'damage %d: it is said once, not %s times' % (number, ends))
    cut = bytearray(whole)
    del cut[len(cut) * 2 // 3:]
    with open('damaged.db', 'wb') as file:
        file.write(cut)
    outputs = [run('check', '-j', jobs, 'damaged.db').stdout for jobs in '123']
    check(len(set(outputs)) == 1 and outputs[0].count(' error: ') == 1, 'a file cut off: ' + outputs[0][-500:])


def ids_of(reports):
    return [json.loads(line)['row'] for line in reports.splitlines()]


def check_threads():
    outputs = [run('check', '-f', 'jsonl', '-j', jobs, 'whole.db').stdout for jobs in ('1', '2', '5')]
    check(len(set(outputs)) == 1 and outputs[0].count('\n') == 20000, 'the same by threads')
    check(ids_of(outputs[0]) == [3 * i + 1 for i in range(20000)], 'ids in order')
    far = [row_of(id) for id in (-2 ** 63, -5, 0, 7, 2 ** 63 - 1)]
    write('far.db', far)
    database = sqlite3.connect('far.db')
    database.execute('CREATE TABLE padding AS SELECT randomblob(4000000) AS x')
    database.commit()
    database.close()
    for jobs in '13':
        rows = ids_of(run('check', '-f', 'jsonl', '-j', jobs, 'far.db').stdout)
        check(rows == [row['id'] for row in far], 'ids far apart: %s' % rows)


def peak(path, *words):
    child = os.fork()
    if child == 0:
        options = os.environ.get('ASAN_OPTIONS', '') + ':quarantine_size_mb=0' # which keeps what was freed
        os.execve(CATASTA, [CATASTA, 'check', '-f', 'quiet', *words, path], {**os.environ, 'ASAN_OPTIONS': options})
    return os.wait4(child, 0)[2].ru_maxrss


def check_memory():
    """Of ten times the games it takes no more."""
    write('small.db', [row_of(i, ROAD) for i in range(4000)])
    write('large.db', [row_of(i, ROAD) for i in range(40000)])
    for words in (('-j', '1'), ('-j', '2')):
        small, large = peak('small.db', *words), peak('large.db', *words)
        check(large < 1.5 * small + 4000, 'memory: %d KiB, of ten times as much %d' % (small, large))


def main():
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        check_turns(dice)
        check_tags()
        check_messages()
        check_hostile()
        check_damaged(dice)
        check_threads()
        check_memory()
        os.chdir(ROOT)
    print('%d passed, %d failed' % (passed, failed))
    sys.exit(failed > 0)


main()
