# SPDX-License-Identifier: MIT
"""Reads recorded games of stacking board games, referees them, proposes what was meant, and shows them.

    import catasta

    for game in catasta.read("games.sgn"):
        print(game.tags["White"], game.result, game.legal)
        for fault in game.diagnostics:
            print(fault.line, fault.id, fault.message, [repair.turn for repair in fault.repairs])
        for node in game.main_line:
            print(node.text, node.seat, node.position)

    position = catasta.Position("accasta-pari")
    position = position.play(position.moves()[0])

    frame = catasta.games(["archive.sgn.zst"]).to_pandas()      # a row a game; catasta.plies: a row a ply

What is wrong with records is data; what cannot be done raises an exception; nothing prints. Seats, games, lines and
columns count from 1, plies count the turns of a line, and ply 0 is the position before the first. Text of records that
is not UTF-8 has its bytes as lone surrogates ("surrogateescape"). See also catasta-python(3).
"""
from ._catasta import *  # noqa: F401,F403
from ._catasta import tags, version

__version__ = version
__all__ = [
    "CatastaError", "Cell", "Counts", "Diagnostic", "Edit", "Game", "GameRecord", "Games", "IllegalTurn", "List", "Move", "Node",
    "Outcome", "Piece", "Position", "Problem", "Repair", "Rewritten", "Seat", "Table", "check", "check_ruleset",
    "convert", "explain", "fix", "fmt", "games", "page", "perft",
    "plies", "read", "record", "ruleset", "rulesets", "schema", "setup", "tags", "version", "write",
]
