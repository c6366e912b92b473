# SPDX-License-Identifier: MIT
# Chess for pgn-extract: awk -v plies=N -f chess.awk prints games of legal moves in PGN, at least N
# plies in all.  Knights, rooks and pawns walk at random on the three ranks of their own side, where no
# piece meets one of the other and nobody gives check: what one side does never concerns the other.
# Every move names the square that it leaves.

function below(limit) { # a number from 0 on
    seed = (seed * 69069 + 12345) % 4294967296
    return int(seed / 65536) % limit
}

# A square is 16 times its rank, 1 being that of the pieces for either side, and its file; a step is the
# difference of two squares.
function take_steps(kind, list,  parts, i) {
    steps[kind] = split(list, parts)
    for (i in parts)
        step[kind, i] = parts[i]
}

function prepare(  side, rank, file) {
    for (side = 1; side <= 2; side++)
        for (rank = 1; rank <= 3; rank++)
            for (file = 1; file <= 8; file++)
                name[side, 16 * rank + file] = substr("abcdefgh", file, 1) (side == 1 ? rank : 9 - rank)
    men = split("R N N R P P P P P P P P", kind)
    split("17 18 23 24 33 34 35 36 37 38 39 40", home)
    take_steps("R", "-16 -1 1 16")
    take_steps("N", "-33 -31 -18 -14 14 18 31 33")
    take_steps("P", "16")
}

function start(side,  man, square) {
    for (square = 19; square <= 22; square++) # of those that stay
        taken[side, square] = 1
    for (man = 1; man <= men; man++)
        taken[side, at[side, man] = home[man]] = 1
}

function move(side,  man, piece, from, to) {
    do {
        man = 1 + below(men)
        piece = kind[man]
        from = at[side, man]
        to = from + step[piece, 1 + below(steps[piece])]
    } while (!((side, to) in name) || (side, to) in taken)
    delete taken[side, from]
    taken[side, at[side, man] = to] = 1
    return (piece == "P" ? "" : piece name[side, from]) name[side, to]
}

BEGIN {
    seed = 1
    prepare()
    for (game = 1; plies > 0; game++) {
        length_of_game = 20 + below(60)
        printf "[Event \"random walks\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"%d\"]\n", game
        printf "[White \"Player %d\"]\n[Black \"Player %d\"]\n[Result \"*\"]\n\n", below(1000), below(1000)
        split("", taken)
        start(1)
        start(2)
        for (ply = 0; ply < length_of_game; ply++)
            printf "%s%s%s", ply % 2 == 0 ? ply / 2 + 1 ". " : "", move(ply % 2 + 1), ply % 12 == 11 ? "\n" : " "
        printf "*\n\n"
        plies -= length_of_game
    }
}
