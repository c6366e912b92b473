# SPDX-License-Identifier: MIT
"""Indexes against tables: index.py CATASTA.  Ends with "N passed, N failed".

Every hash, by a second implementation; what explore says of positions, counted again; an index that grew with
its files, or is made of parts; runs that are killed or cannot write; databases that are damaged; the queries of the
manual."""
import collections
import json
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from hash import position_hash  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CATASTA = os.path.abspath(sys.argv[1])
POSITIONS, CUTS, KILLS, DAMAGED = 150, 12, int(os.environ.get('KILLS', 12)), 60
passed = failed = 0


def check(good, what):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print('failed: ' + what)


def run(*words, **options):
    return subprocess.run([CATASTA, *words], capture_output=True, text=True, timeout=300, **options)


def rows_of(index, query):
    database = sqlite3.connect('file:%s?mode=ro' % index, uri=True)
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def bytes_of(path):
    with open(path, 'rb') as file:
        return file.read()


class Ply:
    def __init__(self, line):
        self.file, number, self.ruleset, ply, _, self.seat, self.turn, self.verdict, position, *_ = line.split('\t')
        self.game, self.ply, self.position = int(number), int(ply), position.lstrip("'")


def read_table(*files):
    """The plies of games, each of which has a position."""
    games = collections.defaultdict(list)
    for line in run('table', *files).stdout.splitlines()[1:]:
        ply = Ply(line)
        plies = games[ply.file, ply.game]
        if ply.position != '' and len(plies) == ply.ply:  # a resignation is no ply
            ply.hash = position_hash(ply.ruleset, ply.position)
            ply.can_be = ply.ply == 0 or (plies[-1].can_be and ply.verdict == 'legal')
            plies.append(ply)
    return games


def check_hashes(games, index):
    found = {(path, number, ply): value & (1 << 64) - 1 for path, number, ply, value in rows_of(
        index, 'SELECT path, number, ply, hash FROM plies JOIN records USING (game)')}
    wanted = {(ply.file, ply.game, ply.ply): ply.hash for plies in games.values() for ply in plies}
    check(found == wanted and len(wanted) > 30000, '%d hashes, %d in the index' % (len(wanted), len(found)))


def check_positions(games, index, dice):
    """What explore says of some positions."""
    files = {path: open(path, encoding='utf-8', errors='replace').read() for path, _ in games}
    reached = collections.defaultdict(dict)
    for plies in games.values():
        for ply in reversed(plies):
            reached[ply.ruleset, ply.hash][ply.file, ply.game] = ply.ply
    every = [ply for plies in games.values() for ply in plies
             if ply.can_be and '[Rules ' not in files[ply.file]  # whose parameters explore is not given
             and reached[ply.ruleset, ply.hash][ply.file, ply.game] == ply.ply]  # not again, after passes
    for ply in dice.sample(every, POSITIONS):
        options = ['-r', ply.ruleset, '--position', ply.position, index]
        lines = [json.loads(line) for line in run('explore', '-f', 'jsonl', *options).stdout.splitlines()]
        found = {(line['file'], line['game']): line['ply'] for line in lines}
        check(found == reached[ply.ruleset, ply.hash], 'explore, games: %s' % ply.position)
        turns, legal = collections.Counter(), set()
        for key, at in reached[ply.ruleset, ply.hash].items():
            after = games[key][at + 1] if at + 1 < len(games[key]) else None
            turns[after and after.hash] += 1
            legal.add(after and after.can_be and after.hash)
        explored = json.loads(run('explore', '-f', 'json', *options).stdout)
        without = turns.pop(None, 0)
        good = explored['without_turn'] == without and explored['hash'] == '%016x' % ply.hash and \
            explored['games'] == len(found) and \
            sorted(turn['games'] for turn in explored['turns']) == sorted(turns.values())
        check(good, 'explore: %s' % ply.position)
        for turn in explored['turns'][:3]:  # it can be played here, and leads where so many came
            record = '[Ruleset "%s"]\n[Position "%s"]\n%s\n' % (ply.ruleset, ply.position, turn['turn'])
            after = run('show', '-f', 'position', '-p', '1', input=record).stdout.strip()
            counts = [turns[value] for value in turns if value not in legal] if after == '' else \
                [turns[position_hash(ply.ruleset, after)]]
            check(turn['games'] in counts, 'explore: %s of %s' % (turn['turn'], ply.position))


CONTENT = ('SELECT path, bytes, digest, games, next_game, next_start, next_line FROM files ORDER BY path',
           'SELECT path, number, line, start, length, ruleset, kind, plies, result, winners, sides, errors, warnings '
           'FROM records ORDER BY path, number',
           'SELECT path, number, ply, hash FROM plies JOIN records USING (game) ORDER BY path, number, ply',
           'SELECT path, number, name, value FROM tags JOIN records USING (game) ORDER BY path, number, name',
           'SELECT path, number, nth, id, severity, ply, d.line, col FROM diagnostics d JOIN records USING (game) '
           'ORDER BY path, number, nth')


def content(index):
    return [rows_of(index, query) for query in CONTENT]


def check_growing(source, dice):
    """A file is cut anywhere, and grows."""
    text = bytes_of(source)
    for size in sorted(dice.randrange(len(text)) for _ in range(CUTS)) + [len(text)]:
        with open('growing.sgn', 'wb') as file:
            file.write(text[:size])
        grown = run('index', '-o', 'growing.db', 'growing.sgn')
        run('index', '-o', 'fresh-%d.db' % size, 'growing.sgn')
        check(grown.returncode == 0 and content('growing.db') == content('fresh-%d.db' % size),
              'an index that grows to %d bytes of %s' % (size, source))
        os.remove('fresh-%d.db' % size)
        other_hashes('growing.db')
    os.remove('growing.db')


def other_hashes(index):
    """The last game has a position that reading it again does not give, as after a change of its ruleset."""
    database = sqlite3.connect(index)
    database.execute('UPDATE plies SET hash = 1 - hash WHERE ply = 0 AND game = (SELECT max(game) FROM games) '
                     'AND game % 2 = 0')
    database.commit()
    database.close()


def make_archive(path, count):
    """Games with eight tags of the usual kind, and what the index may take for them."""
    game = '1. c3:-d3 e4:-d5 2. a4:-d7 g4:-e6 3. b2:2-c2 f2:2-e2 *'
    with open(path, 'w', encoding='utf-8') as file:
        for i in range(count):
            file.write('[Ruleset "accasta-pari"]\n[Event "Cup %d"]\n[Site "Town %d"]\n[Date "2024.%02d.%02d"]\n'
                       '[Round "%d"]\n[White "Player %d"]\n[Black "Player %d"]\n[Result "*"]\n\n%s\n\n' % (
                           i % 400, i % 60, 1 + i % 12, 1 + i % 28, i % 9, i * 7 % 500, i * 11 % 500, game))


def check_size():
    make_archive('large.sgn', 20000)
    check(run('index', '-o', 'large.db', 'large.sgn').returncode == 0, 'a large index')
    (games,), (plies,) = rows_of('large.db', 'SELECT count(*) FROM games')[0], \
        rows_of('large.db', 'SELECT count(*) FROM plies')[0]
    size = os.path.getsize('large.db')
    check(games == 20000 and size <= 200 * games + 25 * plies,
          'an index of %d bytes for %d games, %d plies' % (size, games, plies))


def check_killed(dice):
    """Whatever stops a run, the index is the old one or the new one."""
    run('index', '-o', 'killed.db', 'growing.sgn')
    old = bytes_of('killed.db')
    before = content('killed.db')
    begun = time.monotonic()
    run('index', '-o', 'scratch.db', 'growing.sgn', 'large.sgn')
    most = time.monotonic() - begun
    after = content('scratch.db')
    journals = 0
    for i in range(KILLS):
        by = signal.SIGKILL if i % 2 == 0 else signal.SIGTERM
        with subprocess.Popen([CATASTA, 'index', '-o', 'killed.db', 'large.sgn'], stdout=subprocess.PIPE) as child:
            time.sleep((dice.random() + i) / KILLS * most)
            child.send_signal(by)
            child.communicate()
        journals += os.path.exists('killed.db-journal')
        asked = run('explore', '-f', 'jsonl', '--first', '1', 'killed.db')
        now = content('killed.db')
        check(asked.returncode < 2 and (now == before or now == after),
              'a run that is ended by signal %d: %s' % (by, asked.stderr))
        if os.path.exists('killed.db-journal'):  # of a run that had not changed the index yet
            os.remove('killed.db-journal')
        with open('killed.db', 'wb') as file:
            file.write(old)
    check(journals > 0, 'runs that are ended while they change the index')
    with subprocess.Popen([CATASTA, 'index', '-o', 'new.db', 'large.sgn'], stdout=subprocess.PIPE) as child:
        time.sleep(most / 3)
        child.send_signal(signal.SIGTERM)
        child.communicate()
    check(not os.path.exists('new.db') or content('new.db')[1] != [], 'a new index that is not complete')

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(old) + 100000, len(old) + 100000))
    full = run('index', '-o', 'killed.db', 'large.sgn', preexec_fn=limit)
    check(full.returncode == 2 and full.stderr != '' and bytes_of('killed.db') == old and
          not any(name.startswith('.catasta') for name in os.listdir('.')), 'a run that cannot write: ' + full.stderr)


def check_damaged(position, dice):
    """Bytes, lengths and tables that catasta has not made."""
    text = bytes_of('killed.db')
    for _ in range(DAMAGED):
        broken = bytearray(text)
        for _ in range(dice.choice((1, 3, 10, 100))):
            broken[dice.randrange(len(broken) if dice.random() < .7 else 4096)] = dice.randrange(256)
        with open('damaged.db', 'wb') as file:
            file.write(broken[:dice.randrange(len(broken))] if dice.random() < .1 else broken)
        for words in (('explore', '-f', 'sgn', '--position', position), ('explore',), ('index', '-o', 'damaged.db')):
            done = run(*words, *(() if words[0] == 'index' else ('damaged.db',)))
            check(done.returncode in (0, 1, 2), 'a damaged index: %s' % done.stderr)
    for change in ("CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM plies; END",
                   "DROP VIEW tags; CREATE VIEW tags AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                   "SELECT x AS game, 'White' AS name, 'x' AS value FROM c",
                   "ALTER TABLE games ADD COLUMN more"):
        with open('damaged.db', 'wb') as file:
            file.write(text)
        database = sqlite3.connect('damaged.db')
        database.executescript(change)
        database.close()
        for words in (('explore', 'damaged.db'), ('index', '-o', 'damaged.db')):
            done = run(*words)
            check(done.returncode == 2 and "did not make" in done.stderr, change)
    run('index', '-o', 'sound.db', os.path.join(ROOT, 'samples', 'accasta', 'annotated.sgn'))
    for change in ('plies SET ply = ply - 5', 'plies SET ply = ply + (1 << 40)', 'games SET number = -number', "games SET number = 'x' || number",
                   'games SET line = 0', 'games SET plies = 1 << 40', 'games SET winners = -1', 'games SET sides = 1 << 33'):
        with open('damaged.db', 'wb') as file:
            file.write(bytes_of('sound.db'))
        database = sqlite3.connect('damaged.db')
        database.executescript('UPDATE ' + change)
        database.close()
        for form in ('text', 'jsonl'):
            done = run('explore', '-f', form, 'damaged.db')
            check(done.returncode == 2 and 'is damaged' in done.stderr, '%s: %s %s' % (change, form, done.stderr))


# What may be any text, and which game has which tags, cannot be known to be wrong.
ANY = {('files', 'path'), ('words', 'text'), ('game_tags', 'game'), ('game_tags', 'name'), ('game_tags', 'value')}


def spoil(table, column, value):
    """damaged.db is sound.db with VALUE in COLUMN of the last row of a table; false where SQLite refuses it."""
    with open('damaged.db', 'wb') as file:
        file.write(bytes_of('sound.db'))
    bare = sqlite3.connect('damaged.db')
    (sql,), = bare.execute('SELECT sql FROM sqlite_master WHERE name = ?', (table,))
    bare.executescript("PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') "
                       "WHERE name = '%s'" % table)
    bare.close()
    database = sqlite3.connect('damaged.db')
    key = database.execute('SELECT name FROM pragma_table_info(?) WHERE pk > 0', (table,)).fetchone()[0]
    try:
        database.execute('UPDATE %s SET %s = ? WHERE %s = (SELECT max(%s) FROM %s)' % (table, column, key, key, table), (value,))
        database.execute('PRAGMA writable_schema = ON')
        database.execute('UPDATE sqlite_master SET sql = ? WHERE name = ?', (sql, table))
        database.commit()
        return True
    except sqlite3.IntegrityError:
        return False
    finally:
        database.close()


def check_columns():
    """Each column of each table with what it cannot be: that is said, or the output is that of the sound index."""
    def asked(words):
        done = run(*words, 'damaged.db') if words[0] == 'explore' else run(*words)
        return done.returncode, done.stdout, done.stderr
    commands = [('explore',), ('explore', '-f', 'json'), ('explore', '-f', 'jsonl'), ('index', '-o', 'damaged.db', 'spoilt.sgn')]
    with open('spoilt.sgn', 'w', encoding='utf-8') as file:
        file.write('[Ruleset "accasta"]\n[White "A"]\n\n1. c3:-d3 1-0\n\n[Ruleset "abande"]\n[Black "B"]\n\n1. d4 d9 *\n')
    if os.path.exists('sound.db'):
        os.remove('sound.db')
    run('index', '-o', 'sound.db', 'spoilt.sgn')
    with open('damaged.db', 'wb') as file:
        file.write(bytes_of('sound.db'))
    sound = [asked(words) for words in commands]
    columns = rows_of('sound.db', "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c "
                                  "WHERE m.type = 'table'")
    for table, column in columns:
        for value in (-1, 1 << 40, None, 'zz', b'\0\xff'):
            if not spoil(table, column, value):
                continue
            for words, wanted in zip(commands, sound):
                status, output, said = asked(words)
                what = '%s.%s = %r: %s: %d %s%s' % (table, column, value, ' '.join(words), status, output[:200], said)
                check((status == 2 and said != '') or (status, output) == wanted[:2] or
                      (status == wanted[0] and (table, column) in ANY), what)
    check(len(columns) == 42, '%d columns' % len(columns))


def check_manual(index):
    text = bytes_of(os.path.join(ROOT, 'man', 'catasta-index.1')).decode().replace('\\-', '-')
    queries = re.findall(r'^SELECT .*?;', text, re.M | re.S)
    for query in queries:
        rows = rows_of(index, query)
        check(len(rows) > 2, 'the manual: %s' % query)
    check(len(queries) == 5, 'the queries of the manual')
    check_alike(*queries[3:])


def check_alike(beginnings, nearly):
    """Game 1, its beginning, another turn late and early, without its last turn."""
    turns = 'd4 d5 c3 c4 d3 e5 e4 f5 e3 f4'
    games = [turns, turns[:17], turns.replace('e3', 'c5'), turns.replace('d5 c3', 'c3 d5'), turns[:-3]]
    with open('alike.sgn', 'w', encoding='utf-8') as file:
        for game in games:
            file.write('[Ruleset "abande"]\n%s *\n\n' % game)
    run('index', '-o', 'alike.db', 'alike.sgn')
    for query, wanted in ((beginnings, [(2, 1), (2, 3), (2, 5), (5, 1)]), (nearly, [(1, 3), (1, 5), (3, 5)])):
        found = [tuple(1 + int(place.split(':')[1]) // 3 for place in row) for row in rows_of('alike.db', query)]
        check(sorted(found) == wanted, 'the manual: %s: %s' % (query, found))


def main():
    dice = random.Random(1)
    sources = [os.path.join(ROOT, 'samples'), os.path.join(ROOT, 'tests', 'corpus', 'games')]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        made = run('index', '-o', 'all.db', *sources)
        check(made.returncode == 0, 'an index: ' + made.stderr)
        games = read_table(*sources)
        check_hashes(games, 'all.db')
        check_positions(games, 'all.db', dice)
        check_manual('all.db')
        check_growing(os.path.join(ROOT, 'samples', 'accasta', 'evening.sgn'), dice)
        check_growing(os.path.join(ROOT, 'tests', 'corpus', 'games', 'staku-rules.sgn'), dice)
        check_size()
        check_killed(dice)
        check_columns()
        check_damaged(next(iter(games.values()))[0].position, dice)
        os.chdir(ROOT)
    print('%d passed, %d failed' % (passed, failed))
    sys.exit(failed > 0)


main()
