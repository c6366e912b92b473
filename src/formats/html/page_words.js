/* SPDX-License-Identifier: MIT */
/* Positions, turns and remarks in words, as formats/text/in_words.c has them. */

const lines = text => (text ? text.split("\n") : []);
const begin = text => text.replace(/^[a-z]+\b/, word => word.charAt(0).toUpperCase() + word.slice(1)); // not a name, such as bQ
const small = text => text.charAt(0).toLowerCase() + text.slice(1);

/* The texts of a position by number: titles, notes, lines of seats; what of these is not drawn beside them. */
const TITLES = 0, NOTES = 1, LINES = 9, DRAWN_NOTE = 17, DRAWN = 18;
const titlesOf = position => lines(position.texts[TITLES]);
const notesOf = position => position.texts.slice(NOTES, LINES).filter(one => one);
const lineOf = (position, seat) => position.texts[LINES + seat] || "";
const undrawnNotes = position => (position.texts[DRAWN_NOTE] ? [position.texts[DRAWN_NOTE].trim()] : notesOf(position)).filter(one => one);
const undrawnLine = (position, seat) => (position.texts[DRAWN + seat] || lineOf(position, seat)).trim();

/* Layers count from the bottom here, and from the top in words. */
const titleOf = ({ titles }, board) => titles[board && titles.length - board] || "";

/* "white", "black S", "neutral", or the colour of what is nobody's; a small letter says nothing that is the side's own.
 */
function pieceWords({ seat, text, colour }) {
    const side = seat === 0 ? colour || "neutral" : small(game.seats[seat - 1] || "");
    if (text === side.charAt(0))
        return side;
    return `${side} ${text.length === 1 ? text.toUpperCase() : text}`;
}

/* What is seen of a place on an open field. */
function seenWords({ pieces, label, pawns }) {
    const top = pieces[pieces.length - 1];
    const height = label.replace(/^\D+/, "");
    const seats = game.seats.filter((_, seat) => pawns >> seat & 1);
    const words = top && top.colour ? top.colour + (height && `, ${height} high`) : label;
    return words + (seats.length > 0 ? `, with the pawn${seats.length > 1 ? "s" : ""} of ${seats.join(" and ")}` : "");
}

/* Neighbours that are alike together, with how many they are. */
function runsOf(pieces) {
    const runs = [];
    for (const piece of pieces) {
        const last = runs[runs.length - 1];
        if (last && last.piece === piece)
            last.count++;
        else
            runs.push({ piece, count: 1 });
    }
    return runs;
}

/* "white over 2 black" */
const stackWords = ({ pieces }) =>
    runsOf([...pieces].reverse()).map(({ piece, count }) => (count > 1 ? `${count} ` : "") + pieceWords(piece)).join(" over ");

/* "c3 white over 2 black" */
function cellWords(slot, cell) {
    const [name, , , zone] = game.places[slot % PLACES];
    const words = game.open ? seenWords(cell) : stackWords(cell);
    return words && `${name}${zone ? `, ${game.seats[zone - 1]}'s ${game.zone},` : ""} ${words}`;
}

function boardWords(position, board, title) {
    const place = slot => game.places[slot % PLACES];
    const told = [...position.cells].map(([slot, cell]) => [slot, cellWords(slot, cell)])
        .filter(([slot, words]) => boardOf(slot) === board && words !== "");
    told.sort(([a], [b]) => place(a)[2] - place(b)[2] || place(a)[1] - place(b)[1]);
    const numbered = game.slanted || (game.square && !game.open);
    const rows = [];
    told.forEach(([slot, words], index) => {
        if (index === 0 || place(told[index - 1][0])[2] !== place(slot)[2])
            rows.push([`Row ${place(slot)[0].replace(numbered ? /^\D+/ : /\d+$/, "")}: ${words}`]);
        else
            rows[rows.length - 1].push(words);
    });
    const empty = told.length === 0 && (game.open || game.places.length > 0) ? ["The board is empty."] : [];
    return [...(title ? [`${begin(title)}:`] : []), ...rows.map(row => `${row.join(". ")}.`), ...empty];
}

const listWords = list => `${begin(list.name)}: ${[...list.pieces].map(one => pieceOf(one).text).join(" ") || "nothing"}.`;

function positionWords() {
    const position = positionAt(at);
    const titles = titlesOf(position);
    const words = [];
    for (let board = 0; board < Math.max(1, titles.length); board++)
        words.push(...boardWords(position, board && titles.length - board, titles[board]));
    words.push(...position.lists.filter(list => !list.hand).map(listWords), ...notesOf(position).map(one => `${begin(one)}.`));
    game.seats.forEach((name, seat) => lineOf(position, seat) && words.push(`${name} ${lineOf(position, seat)}.`));
    return words;
}

const meaningOf = sign => (MEANINGS[sign] || sign).replace(/\{(\d)\}/, (all, seat) => game.seats[seat] || "it");

/* "3. White a4:xb5, good, illegal" */
function turnWords(index) {
    const node = game.nodes[index];
    if (index === 0)
        return "The start";
    const words = [`${node.n}. ${game.seats[node.s - 1] || ""} ${clean(node.t)}`];
    for (const remark of node.r || [])
        if (Array.isArray(remark))
            words.push(clean(meaningOf(remark[0])));
    if (node.v)
        words.push(ILLEGAL[node.v]);
    if (node.d)
        words.push("in a variation");
    return words.join(", ");
}

/* "Anna (White)", or "White" if nobody is named. */
function seatWords(seat) {
    const player = playerName(game, seat);
    return clean(player === game.seats[seat] ? player : `${player} (${game.seats[seat]})`);
}

/* Whose turn it is, or that the game is over; at its end, how it ended. */
function statusWords(index) {
    const { y, m } = game.nodes[index];
    return y ? begin(y === 1 ? game.outcome : y) : `${seatWords(m - 1)} to move`;
}

/* What the last turn changed, if that is soon said. */
function changeWords() {
    const { changed, cells } = positionAt(at);
    const words = at === 0 ? [] : [...changed].filter(slot => boardOf(slot) === 0).map(
        slot => cellWords(slot, cells.get(slot)) || `${game.places[slot % PLACES][0]} empty`);
    return words.length === 0 || words.length > 8 ? "" : `${words.join(". ")}.`;
}

function comments(remarks) {
    return (remarks || []).filter(one => !Array.isArray(one)).map(commentParts).filter(([, words]) => words !== "");
}

/* The clock that a turn gives. */
const clockOf = node => (node.r || []).filter(one => !Array.isArray(one)).map(one => commentParts(one)[0]).find(time => time);

/* Commands in a comment, [%clk 0:41:07], and what else it says. */
function commentParts(text) {
    let clock = "";
    const drawn = [];
    const words = text.replace(/\[%(\w+)\s*([^\]]*)\]/g, (all, name, value) => {
        clock = name === "clk" ? value : clock;
        if (name === "csl" || name === "cal")
            drawn.push(...value.split(",").map(one => /^([GRYB])([a-z]+\d+)([a-z]+\d+)?$/.exec(one.trim())).filter(
                one => one && (one[3] !== undefined) === (name === "cal")));
        return "";
    });
    return [clean(clock), clean(words).replace(/\s+/g, " ").trim(), drawn];
}

function announce(whole) {
    const node = game.nodes[at];
    const words = [`${turnWords(at)}.`];
    for (const fault of node.f || [])
        words.push(clean(game.faults[fault][2]) + ".");
    words.push(changeWords(), ...comments(node.r).map(([, said]) => said), `${statusWords(at)}.`);
    $("live").textContent = (whole ? [...words, ...positionWords()] : words).filter(one => one).join(" ");
}
