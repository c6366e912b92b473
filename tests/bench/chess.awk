# SPDX-License-Identifier: MIT
# Chess for pgn-extract: awk -v plies=N -f chess.awk prints games of legal moves in PGN, at least N
# plies in all.  Knights, rooks and pawns walk at random on the three ranks of their own side, where no
# piece meets one of the other and nobody gives check: what one side does never concerns the other.
# Every move names the square that it leaves.

function below(limit) { # a number from 0 on
    seed = (seed * 69069 + 12345) % 4294967296
    return int(seed / 65536) % limit
}

function start(side,  file) { # rank 1 is that of the pieces, for either side
    split("RN....NR", first, "")
    for (file = 1; file <= 8; file++) {
        board[side, file, 1] = first[file] == "." ? "x" : first[file]
        board[side, file, 2] = "P"
        board[side, file, 3] = ""
    }
}

function square(side, file, rank) {
    return substr("abcdefgh", file, 1) (side == 1 ? rank : 9 - rank)
}

function move(side,  file, rank, piece, to, up, dx, dy) {
    for (;;) {
        file = 1 + below(8)
        rank = 1 + below(3)
        piece = board[side, file, rank]
        if (piece !~ /^[NRP]$/)
            continue
        dx = below(5) - 2
        dy = below(5) - 2
        if (piece == "P" ? dx != 0 || dy != 1 : piece == "R" ? dx * dx + dy * dy != 1 : dx * dx + dy * dy != 5)
            continue
        to = file + dx
        up = rank + dy
        if (to < 1 || to > 8 || up < 1 || up > 3 || board[side, to, up] != "")
            continue
        board[side, to, up] = piece
        board[side, file, rank] = ""
        return (piece == "P" ? "" : piece square(side, file, rank)) square(side, to, up)
    }
}

BEGIN {
    seed = 1
    for (game = 1; plies > 0; game++) {
        length_of_game = 20 + below(60)
        printf "[Event \"random walks\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"%d\"]\n", game
        printf "[White \"Player %d\"]\n[Black \"Player %d\"]\n[Result \"*\"]\n\n", below(1000), below(1000)
        start(1)
        start(2)
        for (ply = 0; ply < length_of_game; ply++)
            printf "%s%s%s", ply % 2 == 0 ? ply / 2 + 1 ". " : "", move(ply % 2 + 1), ply % 12 == 11 ? "\n" : " "
        printf "*\n\n"
        plies -= length_of_game
    }
}
