# SPDX-License-Identifier: MIT
"""Position hashes by catasta-index(1), apart from the program.

hash.py RULESET POSITION"""
import sys

MASK = (1 << 64) - 1
SQUARE = ('abande-square', 'focus', 'lasca', 'mixtour', 'tak-')
KEPT = {  # fields of a position after the first that are hashed
    'abande': (1, 2), 'accasta': (1,), 'attangle': (1, 2), 'dvonn': (1, 2), 'focus': (1, 2),
    'hive': (1, 2), 'lasca': (1,), 'mixtour': (1, 2, 3),
    'staka': (1, 2, 3), 'stakd': (1, 2, 3), 'staku': (1,),
    'stakz': (1, 2, 4), 'tak': (1,), 'tzaar': (1,)}


def mix(x):
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
    return x ^ x >> 31


def fnv(text):
    x = 0xCBF29CE484222325
    for byte in text.encode():
        x = ((x ^ byte) * 0x100000001B3) & MASK
    return x


def images(square):
    """The ways to turn and mirror a place (row, column)."""
    for mirrored in (False, True):
        for turns in range(4 if square else 6):
            def image(place, mirrored=mirrored, turns=turns):
                row, column = place[::-1] if mirrored else place
                for _ in range(turns):
                    row, column = column, -row if square else column - row
                return row, column
            yield image


def moved(places):
    """So that the least row and column are 1."""
    row, column = min(p[0] for p in places), min(p[1] for p in places)
    return [(r - row + 1, c - column + 1) for r, c in places]


def grid(field, square, upright, half):
    """The things on a board, in each of its symmetries; of half of them only every second cell is played."""
    rows = [[part for cell in row.split(',')
             for part in ([''] * int(cell[1:] or 1) if cell[0] == 'x' else [cell])] for row in field.split('/')][::-1]
    cells, stacks, first = [], [], 1
    for r, row in enumerate(rows):
        if square:  # without corners, where rows differ
            first = 1 + (max(map(len, rows)) - len(row)) // 2
        elif r > 0 and len(row) < len(rows[r - 1]):
            first += 1
        cells += [(r + 1, 1 + r % 2 + 2 * i if half else first + i) for i in range(len(row))]
        stacks += row
    for image in images(square):
        there = moved([image(cell) for cell in cells])
        if sorted(there) == sorted(cells) and not (upright and any(a[0] != b[0] for a, b in zip(cells, there))):
            yield [(stack, [place]) for stack, place in zip(stacks, there) if stack]
    return len(cells)


def place_of(name):
    letters = name.rstrip('0123456789')
    return (26 if len(letters) == 2 else 0) + ord(letters[-1]) - 96, int(name[len(letters):])


SHAPES = {'B': [(0, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)], 'U': [(0, 0)], 'D': [(0, 0), (0, 1)],
          'T': [(0, 0), (0, 1), (1, 1)], 'Q': [(0, 0), (0, 1), (1, 1), (1, 2)], 'X': [(0, 0)]}


def things_of(kind, field):
    """What lies on a field: its text and its places."""
    if field == '-':
        return
    if kind in ('hive', 'staka'):
        for pile in field.split(';'):
            name, pieces = pile.split('=')
            yield pieces, [place_of(name)]
        return
    for layer in field.split(';'):
        number, pieces = layer.split(':')
        for piece in pieces.split(','):
            letter, name = piece.split('@')
            name, _, turns = name.partition('/')
            row, column = place_of(name)
            nodes = SHAPES[letter]
            for _ in range(int(turns or 0)):
                nodes = [(c, c - r) for r, c in nodes]
            yield number + ':' + letter, [(row + r, column + c) for r, c in nodes]


def laid(kind, field):
    things = list(things_of(kind, field))
    for image in images(False):
        there = iter(moved([image(place) for _, places in things for place in places]) if things else [])
        yield [(text, [next(there) for _ in places]) for text, places in things]


def position_hash(ruleset, position):
    kind = ruleset.split('-')[0]
    fields = position.split(' ')
    square = ruleset.startswith(SQUARE)
    rest = kind
    if kind in ('hive', 'staka', 'stakd'):
        ways = list(laid(kind, fields[0]))
    elif kind == 'stakz':
        ways = [[]]
        rest += ' ' + fields[0]
    else:
        ways = list(grid(fields[0], square, kind in ('accasta', 'lasca', 'staku'), kind == 'lasca'))
        rest += ' %d' % sum(int(cell[1:] or 1) if cell[0] == 'x' else 1
                            for row in fields[0].split('/') for cell in row.split(','))
    rest = mix(fnv(' '.join([rest] + [fields[i] for i in KEPT[kind]])))
    return min((rest + sum(mix(fnv(text) ^ sum(mix(r << 16 | c) for r, c in places) & MASK)
                           for text, places in things)) & MASK for things in ways)


if __name__ == '__main__':
    print('%016x' % position_hash(sys.argv[1], sys.argv[2]))
