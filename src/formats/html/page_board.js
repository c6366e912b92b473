/* SPDX-License-Identifier: MIT */
/* The board: as formats/svg draws it, which a test compares. */

const UNIT = 64, FAR = 1e5;
const HALF = 0.4, DEEP = 0.14, SHADOW = 0.05, THICK = 0.1458, THIN = 0.07, FOOT = 0.16, ROOM = 0.465, WIDE = 0.26, BROAD = 0.34, FLAT = 0.4, ASKEW = 0.16, RISE = 0.13, WALL = 0.22;
const LEGIBLE = 0.11, LARGE = 0.95, TOP_LETTER = 0.27, CROWDED = 0.2, PAWN = 0.17, HEIGHT_LEFT = 0.37, HEIGHT_DOWN = 0.05, HEIGHT_ROUND = 0.14, WIDER = 0.35;
const BODY = 0.13, NAMED = 0.3, SUNK = 0.06, INSET = 0.95, NAME_DOWN = 0.45;
const HATCH = [-0.6, -0.2, 0.2, 0.6];
const PLAIN = 12, FANNED = 8, LEVELS = 10, COUNTED = 3, MERGED = 2;
const SLAB = 1, DOME = 2, FLATS = 3; // shapes
const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
const HEXAGON = [[0, -0.57735], [0.5, -0.288675], [0.5, 0.288675], [0, 0.57735], [-0.5, 0.288675], [-0.5, -0.288675]];
const STEPS = { 4: [[0, 1], [2, 0], [0, -1], [-2, 0]], 6: [[1, 1], [2, 0], [1, -1], [-1, -1], [-2, 0], [-1, 1]] };

const tenths = number => Math.round(number * 10) / 10;

/* A new element of a drawing. */
function draw(name, kind, attributes, ...content) {
    const element = document.createElementNS(SVG, name);
    if (kind)
        element.setAttribute("class", kind);
    for (const [key, value] of Object.entries(attributes || {}))
        element.setAttribute(key, typeof value === "number" ? tenths(value) : value);
    element.append(...content);
    return element;
}

const words = (kind, x, y, size, text) => draw("text", kind, { x, y, "font-size": size }, clean(text));
const corners = () => (game.square ? SQUARE : HEXAGON);
const outline = (size, right = 0, down = 0) =>
    `M${corners().map(([x, y]) => `${tenths(right + x * UNIT * size)} ${tenths(down + y * UNIT * size)}`).join("L")}z`;

/* Lines across a cell, from edge to edge. */
const hatch = (size, x = 0, y = 0) => HATCH.map(line => `M${corners().flatMap((from, i, all) => {
    const to = all[(i + 1) % all.length];
    const [before, after] = [from, to].map(one => one[0] + one[1] - line);
    const share = before / (before - after);
    return (before < 0) === (after < 0) ? [] : [[x, y].map((at, k) => tenths(at + (from[k] + share * (to[k] - from[k])) * size)).join(" ")];
}).join("L")}`).join("");

/* Where a place is drawn. */
function spotOf(place) {
    const [, x, y] = game.places[place];
    const turn = flipped ? -1 : 1;
    return [turn * x / 2 * UNIT, -turn * y * UNIT * (game.square ? 1 : Math.sqrt(3) / 2)];
}

function disc(y, thick, kind) {
    const [half, deep] = [HALF * UNIT, DEEP * UNIT].map(tenths);
    return draw("path", `p${thick < THIN * UNIT ? " q" : ""} ${kind}`,
        { d: `M${-half} ${tenths(y)}a${half} ${deep} 0 0 1 ${2 * half} 0v${tenths(thick)}a${half} ${deep} 0 0 1 ${-2 * half} 0z` });
}

const ellipse = (kind, y, size) => draw("ellipse", kind, { cx: 0, cy: y, rx: size * HALF * UNIT, ry: size * DEEP * UNIT });

/* On the side of discs between two rims, light on the left, shade on the right. */
const lightParts = (top, foot) => [-1, 1].map(side => {
    const [half, deep, front] = [HALF, DEEP, 0.714 * DEEP].map(one => one * UNIT);
    const at = (x, y) => `${tenths(side * x)} ${tenths(y)}`;
    const curve = sweep => `A${tenths(half)} ${tenths(deep)} 0 0 ${sweep} `;
    return draw("path", side < 0 ? "u lit" : "u", { d: `M${at(half, top)}L${at(half, foot)}${curve(side < 0 ? 0 : 1)}${at(0.7 * half, foot + front)}L${
        at(0.7 * half, top + front)}${curve(side < 0 ? 1 : 0)}${at(half, top)}z` });
});

function pawnOf(x, y, seat) {
    const size = 0.08 * UNIT;
    const points = list => list.map(one => tenths(one * size)).join(" ");
    const [piece, ink] = game.colours ? game.colours[seat - 1] : [];
    const d = `M${tenths(x - 1.5 * size)} ${tenths(y)}q${points([1, -2, 0.9, -2.7])}a${points([1.05, 1.05])} 0 1 1 ` +
        `${points([1.2, 0])}q${points([-0.1, 0.7, 0.9, 2.7])}z`;
    return [draw("path", "halo", { d }), draw("path", piece ? `t p ${piece}` : "f", { d }), words(ink || "o", x, y - 0.45 * size, 1.7 * size, seat)];
}

function pawnsOf(pawns, x, y) {
    const seats = game.seats.map((_, seat) => seat).filter(seat => pawns >> seat & 1);
    const step = 0.34 * UNIT;
    return seats.flatMap((seat, i) => pawnOf(x + (i - (seats.length - 1) / 2) * step, y, seat + 1));
}

/* A lot of a stack, and what is written on its side; a mixed one has the colour of what is nowhere above. */
function pieceParts(lot, pieces, y, thick, top) {
    const piece = lot.mixed ? hiddenIn(lot, pieces)[0] || { colour: "rest", ink: "dark" } : lot.pieces[0];
    const two = lot.pieces.length === 1 && hasTwoColours(piece);
    const high = two ? thick / 2 : thick;
    const size = LARGE * Math.min(high, CROWDED * UNIT);
    const parts = two ? [disc(y + high, high, piece.under)] : [];
    const text = two && !top ? piece.text[0] : top ? "" : lotText(lot, pieces); // of two colours the upper one is seen on top
    parts.push(lot.pieces[0].solid === FLATS ? solidOf({ ...piece, solid: FLATS }, y + thick, thick)
        : disc(y, high, piece.colour || ""));
    if (piece.hatched)
        parts.push(draw("path", `v ${piece.ink}`, { d: [[-0.34, 0.527], [-0.27, 0.738], [-0.2, 0.866], [0.2, 0.866], [0.27, 0.738], [0.34, 0.527]].map(([x, front]) =>
            `M${tenths(x * UNIT)} ${tenths(y + (front * DEEP + 0.02) * UNIT)}v${tenths(thick - 0.04 * UNIT)}`).join("") }));
    if (lot.pieces.length === 1 && LARGE * thick / discsOf(lot) < LEGIBLE * UNIT)
        return parts;
    const written = (ink, middle, what) => words(ink, 0, y + DEEP * UNIT + middle + size * 0.34, size, what);
    if (text)
        parts.push(written(piece.ink, high / 2, text));
    if (two)
        parts.push(written(piece.underInk, 1.5 * high, piece.text.slice(1)));
    return parts;
}

/* A box seen from above and from the side: its front, and how far it goes back. */
const box = (x, y, wide, high, right, back) => [["M", x, y], ["l", 0, -high], ["l", right, -back], ["l", wide, 0], ["l", 0, high], ["l", -right, back],
    ["zm", wide + right, -high - back], ["l", -right, back], ["l", -wide, 0], ["m", wide, 0], ["l", 0, high]].map(
    ([command, right, down]) => `${command}${tenths(right)} ${tenths(down)}`).join("");

/* A piece other than a disc, on what is below it at X, Y. */
function solidOf(piece, y, high, x = 0) {
    const half = ({ [FLATS]: FLAT, [SLAB]: BROAD }[piece.solid] || WIDE) * UNIT;
    const d = piece.solid === FLATS ? box(x - half, y + DEEP * UNIT, 2 * half - ASKEW * UNIT, high, ASKEW * UNIT, 2 * DEEP * UNIT)
        : piece.solid === SLAB ? box(x - half, y, 2 * half, high, 0.06 * UNIT, 0.06 * UNIT)
        : `M${tenths(x - half)} ${tenths(y)}a${tenths(half)} ${tenths(high)} 0 0 1 ${tenths(2 * half)} 0` +
            `a${tenths(half)} ${tenths(0.1 * UNIT)} 0 0 1 ${tenths(-2 * half)} 0z`;
    return draw("path", `p ${piece.colour || ""}`, { d });
}

/* How much higher than others a piece is that stands or is round; 0: it has an upper side. */
const riseOf = ({ solid }) => (solid === SLAB ? WALL : solid === DOME ? RISE : 0);

const heightOf = pieces => pieces.reduce((sum, piece) => sum + piece.thick, 0);
const lotThickness = ({ pieces }) => (pieces.length > 1 ? MERGED : pieces[0].thick);
const hasTwoColours = piece => Boolean(piece.under) && piece.under !== piece.colour;
const discsOf = lot => (lot.pieces.length === 1 && hasTwoColours(lot.pieces[0]) ? 2 : 1) * lotThickness(lot); // each colour is seen
const thicknessOf = lots => lots.reduce((sum, lot) => sum + lotThickness(lot), 0);
const areAlike = (a, b) => !a.mixed && !a.pieces[0].under && !b.pieces[0].under &&
    a.pieces[0].text === b.pieces[0].text && a.pieces[0].colour === b.pieces[0].colour;

/* How high what lies on PIECES is above the ground. */
const upperSide = pieces => Math.min(pieces.reduce((sum, piece) => sum + discsOf({ pieces: [piece] }), 0) * THICK, ROOM) * UNIT;

/* What is drawn as one disc with its number: pieces alike, or, mixed, any for which there is no room; never the top. */
function lotsOf(pieces, most) {
    const lots = pieces.map(piece => ({ pieces: [piece], mixed: false }));
    while (lots.length > 2) {
        const found = lots.findIndex((lot, i) => i + 2 < lots.length && areAlike(lot, lots[i + 1]));
        if (thicknessOf(lots) <= most && !(found >= 0 && lots[found].pieces.length > 1))
            break;
        const at = Math.max(found, 0);
        lots.splice(at, 2, { pieces: [...lots[at].pieces, ...lots[at + 1].pieces], mixed: lots[at].mixed || found < 0 });
    }
    return lots;
}

/* The pieces of the lowest lot whose kinds are nowhere above it. */
const hiddenIn = ({ pieces }, all) => pieces.filter(({ text }, i) => !all.slice(i + 1).some(other => other.text === text));

/* Adds the name of a piece after a number, with a sign between them if it begins with a figure. */
const addCounted = (text, name) => text + (/\d$/.test(text) && /^\d/.test(name) ? "×" : "") + name;

/* How high a lot is, and what it is made of; of a mixed one only what is nowhere above. */
const lotText = (lot, all) => (lot.mixed ? hiddenIn(lot, all).map(({ text }) => text) : game.letters ? [lot.pieces[0].text] : [])
    .reduce(addCounted, (lot.mixed ? "+" : "") + (lot.pieces.length > 1 ? heightOf(lot.pieces) : ""));

/* A number on a disc, as wide as it takes. */
const numberParts = ([cx, cy], radius, size, number, kind, ink) =>
    [draw("ellipse", kind, { cx, cy, rx: radius * (1 + WIDER * (String(number).length - 1)), ry: radius }), words(ink, cx, cy + 0.36 * size, size, number)];

/* Whether one does not see at a glance how high a stack is, or what is on top hides it. */
const isCounted = pieces => heightOf(pieces) > (riseOf(pieces[pieces.length - 1]) ? 1 : COUNTED);

/* A stack; the height of one that is not counted at a glance is beside it. */
function stackParts({ pieces, pawns }) {
    const { lots, top, rise, thick, written } = pileOf({ pieces });
    const foot = FOOT * UNIT;
    let y = foot;
    let rim = foot; // of the highest disc
    const parts = lots.flatMap((lot, i) => {
        const raised = riseOf(lot.pieces[0]);
        const own = thick * discsOf(lot);
        y -= own;
        rim = lot.pieces[0].solid ? rim : y;
        return raised ? [solidOf(lot.pieces[0], y + own, own + raised * UNIT)] : pieceParts(lot, pieces, y, own, i + 1 === lots.length);
    });
    if (!pieces[0].solid)
        parts.unshift(ellipse("u", foot + SHADOW * UNIT, 1 + SHADOW));
    parts.push(...(rim < foot ? lightParts(rim, foot) : []));
    const text = !game.letters ? "" : top.under ? top.text[0] : top.text;
    const size = (pawns || rise || text.length > 1 ? CROWDED : TOP_LETTER) * UNIT;
    if (!top.solid)
        parts.push(ellipse(`p ${top.colour || ""}`, y, 1));
    y = written;
    if (text)
        parts.push(words(top.ink, pawns ? -0.16 * UNIT : 0, y + size * 0.36, size, text));
    if (isCounted(pieces))
        parts.push(...numberParts([HEIGHT_LEFT * UNIT, HEIGHT_DOWN * UNIT], HEIGHT_ROUND * UNIT, 1.4 * HEIGHT_ROUND * UNIT, heightOf(pieces), "f", "o high"));
    return [...parts, ...pawnsOf(pawns, text ? PAWN * UNIT : 0, y + 0.05 * UNIT)];
}

/* Tiles, as svg_tiles.c has them: what is in widths of the tile, and of the cell. */
const SIGN = 0.45, SIGN_UP = 0.23, TEXT_FOOT = 0.21, LETTER = 0.27, BAR = 0.19, BESIDE = 0.06;
const WHOLE = 0.95, RING = 0.87, UPPER = 0.88, TILE_NAMED = 0.405, ASIDE = 0.04, RAISED = 0.1, EDGES = 0.16, EDGE = 0.08;
const NAME_LEFT = 0.19, NAME_FOOT = 0.32, NAME_WIDE = 0.33, NAME_HIGH = 0.22, NAMES = 0.69, ROUND = 0.13, ROUND_LEFT = 0.42, BELOW = 6;

const isHatched = ({ pieces }) => pieces.length > 0 && pieces[pieces.length - 1].hatched === 1;
const isTile = ({ pieces }) => pieces.length > 0 && pieces[pieces.length - 1].sign !== undefined;

/* A tile of SIZE cells at X, Y. */
function tileParts(piece, x, y, size) {
    const unit = size * UNIT;
    const scale = SIGN * unit / 24;
    const bar = i => `M${tenths(x + (BAR + 0.08 * i) * unit)} ${tenths(y + (TEXT_FOOT - 0.19) * unit)}v${tenths(0.19 * unit)}h${tenths(0.045 * unit)}v${tenths(-0.19 * unit)}z`;
    return [draw("path", `p t ${piece.colour || ""}`, { d: outline(size, x, y) }),
        ...(piece.sign ? [draw("path", `v ${piece.ink}`, {
            transform: `translate(${tenths(x - 12 * scale)} ${tenths(y - SIGN_UP * unit - 12 * scale)}) scale(${Math.floor(scale * 100) / 100})`, d: piece.sign })] : []),
        words(piece.ink, x - (piece.rests ? BESIDE * unit : 0), y + TEXT_FOOT * unit, LETTER * unit, piece.text),
        ...(piece.rests ? [draw("path", piece.ink, { d: bar(0) + bar(1) })] : [])];
}

/* A stack of them: of those below the edges and the names, the lowest of many as one. */
function tilesParts({ pieces }, mark) {
    const below = pieces.length - 1;
    const [x, y, size] = below > 0 ? [-ASIDE * UNIT, -RAISED * UNIT, UPPER] : [0, 0, WHOLE];
    const first = below > BELOW ? pieces.length - BELOW : 0;
    const seen = first > 0 ? [{ colour: "rest", ink: "dark", text: `+${first}` }, ...pieces.slice(first, below)] : pieces.slice(0, below);
    const edge = Math.min(EDGE, EDGES / seen.length) * UNIT;
    const high = Math.min(NAME_HIGH, NAMES / seen.length) * UNIT;
    const ring = mark ? [draw("path", `r ${mark}`, { d: outline(size, x, y) + outline(size * RING, x, y) })] : [];
    return [...seen.map((one, i) => draw("path", `p ${one.colour || ""}`, { d: outline(size, x, y + edge * (seen.length - i)) })),
        ...tileParts(pieces[below], x, y, size), ...ring, ...seen.flatMap((one, i) => [
            draw("rect", `p q ${one.colour || ""}`, { x: NAME_LEFT * UNIT, y: NAME_FOOT * UNIT - (i + 1) * high, width: NAME_WIDE * UNIT, height: high }),
            words(one.ink, (NAME_LEFT + NAME_WIDE / 2) * UNIT, NAME_FOOT * UNIT - (i + 0.15) * high, 0.95 * high, one.text)]),
        ...(pieces.length > COUNTED ? [draw("ellipse", "f", { cx: -ROUND_LEFT * UNIT, cy: y, rx: ROUND * UNIT, ry: ROUND * UNIT }),
            words("o", -ROUND_LEFT * UNIT, y + 0.55 * ROUND * UNIT, 1.5 * ROUND * UNIT, pieces.length)] : [])];
}

/* The edges of a cell across which is nothing JOINED to it. */
function edgesOf(slot, isJoined) {
    const [, x, y] = game.places[slot % PLACES];
    const turn = flipped ? -1 : 1;
    const all = corners();
    return STEPS[all.length].map(([right, up], edge) => {
        const place = game.at.get(`${x + turn * right},${y + turn * up}`);
        const [from, to] = [all[edge], all[(edge + 1) % all.length]].map(one => one.map(part => tenths(part * UNIT)).join(" "));
        return place !== undefined && isJoined(boardOf(slot) * PLACES + place) ? "" : `M${from}L${to}`;
    }).join("");
}

/* Part of a piece that covers several cells: edges are where it ends. */
function plateParts(position, slot, cell, named) {
    const [, x, y] = game.places[slot % PLACES];
    const level = Math.min(boardOf(slot) || cell.pieces.length || 1, LEVELS) - 1;
    const hatched = isHatched(cell);
    const parts = [draw("path", `h h${level}`, { d: outline(1) }), ...(hatched ? [draw("path", "x", { d: hatch(UNIT) })] : []),
        draw("path", "e", { d: edgesOf(slot, other => (position.cells.get(other) || NOTHING).group === cell.group), "stroke-width": 1.8 })];
    if (position.to.has(slot))
        parts.push(draw("path", isRefused() ? "wash" : "k", { d: outline(1) }));
    const label = named ? cell.label : cell.label.slice(0, 1); // what is by itself in its layer needs no number there
    const size = (named ? 0.32 : 0.7) * (label.length > 2 ? 0.8 : 1);
    const leads = [...position.cells].every(([other, { group }]) => { // the highest, of these the leftmost
        const [, right, up] = game.places[other % PLACES];
        return group !== cell.group || boardOf(other) !== boardOf(slot) || up < y || (up === y && right >= x);
    });
    return leads ? [...parts, words(hatched ? "b" : "dark", 0, 0.36 * size * UNIT, size * UNIT, label)] : parts;
}

const isThere = cell => cell.group || cell.pieces.length > 0 || cell.label || cell.pawns;

/* What is on a slot. */
function cellParts(position, slot, cell, named) {
    const parts = [];
    if (!isThere(cell))
        return parts;
    if (game.open && !cell.group && !isTile(cell) && !position.to.has(slot) && !position.from.has(slot))
        parts.push(draw("path", "c", { d: outline(1) }));
    const mark = position.won.includes(slot) ? "lost" : position.to.has(slot) ? "to" : position.from.has(slot) ? "from" : "";
    return [...parts, ...(cell.group ? plateParts(position, slot, cell, named) : isTile(cell) ? tilesParts(cell, mark) : cell.pieces.length > 0 ? stackParts(cell)
        : pawnsOf(cell.pawns, PAWN * UNIT, (FOOT + 0.05) * UNIT))];
}

const placed = (place, kind, ...parts) => draw("g", kind, { transform: `translate(${spotOf(place).map(tenths).join(" ")})` }, ...parts);

/* Fields, castles, names: of boards with an edge; on a layer, where the field is. */
function groundParts(position, board) {
    if (game.open)
        return board === 0 ? [] : [...position.cells].filter(([slot, cell]) => boardOf(slot) === 0 && cell.pieces.length > 0).map(
            ([slot]) => placed(slot, "", draw("path", "g", { d: outline(1) })));
    const cross = size => corners().slice(0, corners().length / 2).slice(-2).map(([x, y]) =>
        `M${tenths(x * UNIT * size)} ${tenths(y * UNIT * size)}L${tenths(-x * UNIT * size)} ${tenths(-y * UNIT * size)}`).join("");
    return [...bodyParts(), ...game.places.map(([, , , zone, closed], place) =>
        placed(place, "", draw("path", `c z${zone || 0}`, { d: outline(INSET) + (closed ? cross(0.6) : "") })))];
}

/* From where to where the cells of a row reach, or of a column, as they are seen. */
function reachOfLine(row, at) {
    const turn = flipped ? -1 : 1;
    const line = game.places.filter(place => turn * place[row ? 2 : 1] === at).map(place => turn * place[row ? 1 : 2]);
    return line.length > 0 ? [Math.min(...line), Math.max(...line)] : undefined;
}

const pixelsOf = (x, y) => [x / 2 * UNIT, -y * UNIT * (game.square ? 1 : Math.sqrt(3) / 2)];

/* All numbers of rows, or of columns, as they are seen. */
const linesOf = row => [...new Set(game.places.map(place => (flipped ? -1 : 1) * place[row ? 2 : 1]))];

/* The board itself and its shadow: all cells, and of squares what is between those of a row and of a column. */
function bodyParts() {
    const d = game.square ? [true, false].flatMap(row => linesOf(row).map(at => {
        const [first, last] = reachOfLine(row, at);
        const [left, top] = row ? pixelsOf(first, at) : pixelsOf(at, last);
        const [right, low] = row ? pixelsOf(last, at) : pixelsOf(at, first);
        return `M${tenths(left - UNIT / 2)} ${tenths(top - UNIT / 2)}h${tenths(right - left + UNIT)}v${tenths(low - top + UNIT)}h${tenths(left - right - UNIT)}z`;
    })).join("") : game.places.map((_, place) => outline(1, ...spotOf(place))).join("");
    const width = 2 * (game.square && !options.no_coordinates ? NAMED : BODY) * UNIT;
    return [draw("path", "below", { d, "stroke-width": width, transform: `translate(0 ${tenths(SUNK * UNIT)})` }), draw("path", "bd", { d, "stroke-width": width })];
}

/* A name that is written on a plate or a tile has the colour that is seen there. */
function nameKind(cell) {
    const tile = isTile(cell);
    return tile && cell.pieces[cell.pieces.length - 1].ink === "light" ? "n l" : tile || (cell.group && !isHatched(cell)) ? "n d" : "n";
}

/* On squares letters are those of columns and numbers those of rows, and are at the edge, where its body begins. */
function edgeNames() {
    const turn = flipped ? -1 : 1;
    const edge = (row, at) => Math.min(...linesOf(!row).filter(other => {
        const [first, last] = reachOfLine(!row, other);
        return first <= at && at <= last;
    }), reachOfLine(row, at)[0]);
    return game.places.flatMap(([name, right, up]) => {
        const [, letters, number] = /^(\D*)(.*)$/.exec(name);
        const [x, y] = [turn * right, turn * up];
        const [[footX, footY], [sideX, sideY]] = [pixelsOf(x, edge(false, x)), pixelsOf(edge(true, y), y)];
        return [...(reachOfLine(false, x)[0] === y ? [words("n still", footX, footY + 0.71 * UNIT, 0.17 * UNIT, letters)] : []),
            ...(reachOfLine(true, y)[0] === x ? [words("n still", sideX - 0.65 * UNIT, sideY + 0.06 * UNIT, 0.17 * UNIT, number)] : [])];
    });
}

/* Names lie above all, so that nothing hides one. */
function nameParts(position, board) {
    const shafts = shaftsOf(position, board);
    const name = (place, kind, cell = NOTHING) => {
        const [aside, hidden] = nameAside(shafts, place);
        const [x, y] = !isTile(cell) ? [0, NAME_DOWN] : cell.pieces.length > 1 ? [-ASIDE, TILE_NAMED / WHOLE * UPPER - RAISED] : [0, TILE_NAMED];
        return placed(place, "", words(hidden ? "n" : kind, x * UNIT + aside, y * UNIT, 0.165 * UNIT, game.places[place][0]));
    };
    if (game.square && !game.open)
        return edgeNames();
    if (!game.open)
        return game.places.map((_, place) => name(place, "n still"));
    const there = [...position.cells].filter(([, cell]) => isThere(cell)).map(([slot]) => slot);
    return [...new Set([...there, ...position.to, ...position.from])].filter(slot => boardOf(slot) === board).map(
        slot => name(slot % PLACES, nameKind(position.cells.get(slot) || NOTHING), position.cells.get(slot)));
}

/* Whether the turn shown is one that was refused: what is marked is what it meant. */
const isRefused = () => [1, 3].includes(game.nodes[at].v);

function markParts(position, slots, kind, board) {
    return [...slots].filter(slot => boardOf(slot) === board && !(position.cells.get(slot) || NOTHING).group).map(slot =>
        placed(slot % PLACES, "", ...(game.open && (position.cells.get(slot) || NOTHING).pieces.length > 0 ? [draw("path", "c", { d: outline(1) })] : []), draw("path", `m ${kind}${isRefused() ? " no" : ""}`, { d: outline(0.94) })));
}

const wonParts = ({ won, cells: all }, board) => {
    const cells = won.filter(slot => boardOf(slot) === board && !isTile(all.get(slot) || NOTHING)).map(slot => outline(0.96, ...spotOf(slot % PLACES)));
    return cells.length > 0 ? [draw("path", "y", { d: cells.join("") })] : [];
};

/* What the seats have of something, in halves, side by side. */
function shareBar({ shares }) {
    const all = shares.reduce((sum, one) => sum + one, 0);
    let left = 0;
    return all === 0 ? [] : [make("li", "shares", draw("svg", "cs", { viewBox: "-1 -1 302 16", "aria-hidden": "true" }, ...shares.flatMap((share, seat) => {
        const [piece, ink] = game.colours[seat];
        const [x, width] = [left, 300 * share / all];
        left += width;
        return share === 0 ? [] : [draw("rect", `p ${piece}`, { x, y: 0, width, height: 14 }), words(ink, x + width / 2, 11.5, 12, `${Math.floor(share / 2)}${share % 2 ? "½" : ""}`)];
    })))];
}

/* Where what is written on a stack is, and how thick its pieces are. */
function pileOf({ pieces }) {
    const lots = lotsOf(pieces, PLAIN);
    const top = pieces[pieces.length - 1];
    const rise = riseOf(top);
    const count = lots.reduce((sum, lot) => sum + discsOf(lot), 0);
    const room = ROOM - rise;
    const thick = (count * THICK > room ? room / count : THICK) * UNIT;
    return { lots, top, rise, thick, written: FOOT * UNIT - count * thick + (rise ? (thick * top.thick - rise * UNIT) / 2 : 0) };
}

const HEAD = 0.24 * UNIT, SHAFT_THIN = 0.032 * UNIT, HEAD_WIDE = 0.12 * UNIT, LEAST = 0.36 * UNIT, CORNER = 0.27 * UNIT, ARM = 0.13 * UNIT, ARM_THIN = 0.04 * UNIT, STEP = 0.0625 * UNIT, GAP = 0.03 * UNIT, RIGHT = 0.11 * UNIT, COUNT = 0.14 * UNIT, NAME_ASIDE = 0.12 * UNIT, FIGURE = 0.105 * UNIT, NAME_LETTERS = 0.16 * UNIT, NAME_MIDDLE = 0.39 * UNIT;

/* How far what is on a cell reaches from its middle towards a direction of length 1: of a stack to its side, or else to
   the rim of its upper or lower face. */
function reachOf(cell, right, down) {
    if (cell.pieces.length === 0)
        return cell.pawns ? 0.24 * UNIT : 0;
    if (cell.group || isTile(cell))
        return (cell.group ? 0.24 : 0.46) * UNIT;
    const { rise, written } = pileOf(cell);
    const rim = down < 0 ? written : FOOT * UNIT;
    const half = HALF * UNIT + GAP;
    const deep = DEEP * UNIT + GAP + (down < 0 ? rise / 2 * UNIT : 0);
    const side = half / Math.abs(right);
    if (right !== 0 && (down < 0 ? side * down > rim : side * down < rim))
        return side;
    const square = (right / half) ** 2 + (down / deep) ** 2;
    const middle = down * rim / deep ** 2;
    return (middle + Math.sqrt(Math.max(0, middle ** 2 - square * ((rim / deep) ** 2 - 1)))) / square;
}

/* What of something half as wide around a spot lies on a box around another, in square pixels. */
const sharedArea = ([x, y], half, right, down, wide, high) =>
    Math.max(0, wide / 2 + half - Math.abs(right - x)) * Math.max(0, high / 2 + half - Math.abs(down - y));

/* What a disc with a number hides there of stacks, their heights and the names of cells. */
function hiddenAt(position, board, spot) {
    const shared = (...box) => sharedArea(spot, COUNT, ...box);
    return [...position.cells].filter(([slot]) => boardOf(slot) === board).reduce((sum, [slot, cell]) => {
        const [right, down] = spotOf(slot % PLACES);
        const [top, foot] = cell.pieces.length > 0 ? [reachOf(cell, 0, -1), reachOf(cell, 0, 1)] : [0, 0];
        return sum + (foot ? shared(right, down + (foot - top) / 2, 2 * HALF * UNIT, foot + top) : 0) +
            (position.taken.includes(slot) && cell.pieces.length === 0 ? shared(right, down, 2 * ARM, 2 * ARM) : 0) +
            (cell.pieces.length > 0 && isCounted(cell.pieces) ? 2 * shared(right + HEIGHT_LEFT * UNIT, down + HEIGHT_DOWN * UNIT, 2 * HEIGHT_ROUND * UNIT, 2 * HEIGHT_ROUND * UNIT) : 0);
    }, game.square && !game.open ? 0 : game.places.reduce((sum, _, place) => {
        const [right, down] = spotOf(place);
        return sum + shared(right, down + NAME_MIDDLE, 0.3 * UNIT, NAME_LETTERS);
    }, 0));
}

/* An arrow from rim to rim between slots, so far to the right of its way: where it begins, its head does, and it ends
   on that.  Where that is short it begins above what it comes from, and its head is smaller. */
function shaftOf(position, from, to, right) {
    const [middle, goal] = [from, to].map(slot => spotOf(slot % PLACES));
    const [cellFrom, cellTo] = [from, to].map(slot => position.cells.get(slot) || NOTHING);
    const [x, y] = goal.map((one, i) => one - middle[i]);
    const length = Math.hypot(x, y);
    const along = [x / length, y / length];
    const begin = [middle[0] - right * along[1], middle[1] + right * along[0]];
    const end = length - reachOf(cellTo, -along[0], -along[1]);
    const start = Math.min(reachOf(cellFrom, ...along), end - LEAST);
    const share = Math.min(1, (end - start) / 2 / HEAD);
    const on = (far, right) => along.map((way, axis) => begin[axis] + far * way + (axis ? right : -right) * along[1 - axis]);
    return { on, start, end, neck: end - HEAD * share, wide: HEAD_WIDE * share, drawn: length >= 0.5 * UNIT };
}

/* Where the number of pieces is that went along an arrow: beside it, in a corner of the goal, or above what they come
   from where nothing else went from there, wherever it hides least. */
function countSpot(position, from, to, { on, start, end }) {
    const board = boardOf(from);
    const pairs = pairsOf(position, board);
    const aside = HEAD_WIDE / 2 + COUNT + GAP;
    const [[sourceX, sourceY], [goalX, goalY]] = [from, to].map(slot => spotOf(slot % PLACES));
    const source = position.cells.get(from) || NOTHING;
    const only = source.pieces.length > 0 && pairs.filter(pair => pair[0] === from).length === 1;
    const spots = [...[0.5, 0.35, 0.65, 0.2, 0.8].flatMap(part => [-aside, aside].map(right => on(start + part * (end - start), right))),
        ...[-1, 1].map(side => [goalX + side * CORNER, goalY - CORNER]), ...(only ? [[sourceX, sourceY - reachOf(source, 0, -1) - COUNT]] : [])];
    const shafts = pairs.map(pair => shaftOf(position, ...pair, rightOf(pair, pairs))).filter(one => one.drawn);
    const hidden = spots.map(spot => hiddenAt(position, board, spot) + hiddenBy(shafts, ...spot, 2 * COUNT, 2 * COUNT));
    return spots[hidden.indexOf(Math.min(...hidden))];
}

/* From rim to rim; the stacks that it passes hide it, but not its head. */
function arrow(position, from, to, kind = "a", count = 0, right = 0) {
    const shaft = shaftOf(position, from, to, right);
    const { on, start, neck, end, wide, drawn } = shaft;
    if (!drawn)
        return [];
    const steps = Math.floor((neck - start) / STEP) + 1;
    const step = (neck - start) / steps;
    const between = [...position.cells].filter(([slot, cell]) => cell.pieces.length > 0 && slot !== from && slot !== to && boardOf(slot) === boardOf(from));
    const isHidden = spot => between.some(([slot, cell]) => {
        const [right, down] = spotOf(slot % PLACES).map((one, axis) => spot[axis] - one);
        return Math.abs(right) < HALF * UNIT && down > -reachOf(cell, 0, -1) && down < reachOf(cell, 0, 1);
    });
    const path = corners => `M${corners.map(corner => on(...corner).map(tenths).join(" ")).join("L")}z`;
    const part = (begin, end) => path([[begin, -SHAFT_THIN], [end, -SHAFT_THIN], [end, SHAFT_THIN], [begin, SHAFT_THIN]]);
    let seen = start; // from where on
    let d = "";
    for (let i = 0; i < steps; i++) {
        const at = start + i * step;
        if (!isHidden(on(at + step / 2, 0)))
            continue;
        d += seen < at - step / 2 ? part(seen, at) : "";
        seen = at + step;
    }
    d += (seen < neck - step / 2 ? part(seen, (neck + end) / 2) : "") + path([[neck, -wide], [end, 0], [neck, wide]]);
    return [draw("path", kind, { d }), ...(count < 2 ? [] : numberParts(countSpot(position, from, to, shaft), COUNT, 0.22 * UNIT, count, "a", "j"))];
}

/* How far to the right of its way an arrow is: it is where another comes the opposite way along a part of it. */
function rightOf(pair, pairs) {
    const [from, to] = pair.map(slot => spotOf(slot % PLACES));
    const [x, y] = to.map((one, i) => one - from[i]);
    const least = UNIT * UNIT / 100;
    return pairs.some(other => {
        const ends = other.map(slot => spotOf(slot % PLACES).map((one, i) => one - from[i]));
        const [begin, end] = ends.map(([right, down]) => right * x + down * y);
        const aside = ends.reduce((sum, [right, down]) => sum + Math.abs(right * y - down * x), 0);
        return aside < least && end < begin - least && begin > least && end < x * x + y * y - least;
    }) ? RIGHT : 0;
}

/* What went to a cell, and is not there any more. */
function goneParts(slot) {
    const [x, y] = spotOf(slot % PLACES);
    const [half, deep, high, top] = [HALF, DEEP, 2 * THICK, FOOT - 2 * THICK].map(one => one * UNIT);
    return [draw("ellipse", "away", { cx: x, cy: y + top, rx: half, ry: deep }), draw("path", "away",
        { d: `M${tenths(x - half)} ${tenths(y + top)}v${tenths(high)}a${tenths(half)} ${tenths(deep)} 0 0 0 ${tenths(2 * half)} 0v${tenths(-high)}` })];
}

/* The arrows of the last turn as pairs of slots. */
const pairsOf = (position, board) =>
    position.arrows.flatMap((slot, i, all) => (i % 2 ? [] : [[slot, all[i + 1]]])).filter(([slot]) => boardOf(slot) === board);

/* All arrows that are drawn on a board. */
function shaftsOf(position, board) {
    const pairs = pairsOf(position, board);
    const aimed = board === 0 ? notedPlaces().filter(([, , to]) => to >= 0) : [];
    return [...pairs.map((pair, i) => {
        const shaft = shaftOf(position, ...pair, rightOf(pair, pairs));
        return position.counts[i] > 1 ? { ...shaft, count: countSpot(position, ...pair, shaft) } : shaft;
    }), ...aimed.map(([, ...pair]) => shaftOf(position, ...pair, 0))]
        .filter(({ drawn }) => drawn);
}

/* What arrows hide of a box around a spot, in square pixels for each step along them. */
const hiddenBy = (shafts, ...box) => shafts.reduce((sum, { on, start, neck, end, wide }) => {
    for (let at = start; at < end; at += STEP / 2)
        sum += sharedArea(on(at, 0), at < neck ? SHAFT_THIN : wide * (end - at) / (end - neck), ...box);
    return sum;
}, 0);

/* How far to the right of its place the name of a place is, where arrows hide less of it, and whether they still do. */
function nameAside(shafts, place) {
    const [x, y] = spotOf(place);
    const sides = [0, -NAME_ASIDE, NAME_ASIDE];
    const hidden = sides.map(side => {
        const box = [x + side, y + NAME_MIDDLE, FIGURE * game.places[place][0].length, NAME_LETTERS];
        return shafts.reduce((sum, { count }) => sum + (count ? sharedArea(count, COUNT, ...box) : 0), hiddenBy(shafts, ...box));
    });
    const least = Math.min(...hidden);
    return [sides[hidden.indexOf(least)], least > 0];
}

/* The line around what the last turn laid of pieces with a shape, its arrows, and a cross where a piece was captured, in
   a corner where something is there now, away from arrows that come from that side; none where an arrow ends, but where
   a turn that was refused ends. */
function arrowParts(position, board) {
    const pairs = pairsOf(position, board);
    const refused = isRefused();
    const crossed = refused ? [...position.to].filter(slot => !pairs.some(([from]) => from === slot))
        : position.taken.filter(slot => !pairs.some(([, to]) => to === slot));
    const taken = crossed.filter(slot => boardOf(slot) === board).map(slot => {
        const [middle, height] = spotOf(slot % PLACES);
        const away = pairs.some(([from, to]) => {
            const [right, down] = spotOf(from % PLACES);
            return to === slot && right > middle && down < height + ARM;
        });
        const isEmpty = (position.cells.get(slot) || NOTHING).pieces.length === 0;
        const [x, y] = isEmpty ? [middle, height] : [middle + (away ? -CORNER : CORNER), height - CORNER];
        const [far, thin] = [ARM - ARM_THIN, ARM_THIN];
        return draw("path", `a${refused ? " bad" : ""} cross`, { d: `M${tenths(x)} ${tenths(y - thin)}${
            [[1, 0], [0, 1], [-1, 0], [0, -1]].map((out, i, all) => {
                const next = all[(i + 1) % 4];
                const line = (by, way) => `l${out.map((one, axis) => tenths(by * (one + way * next[axis]))).join(" ")}`;
                return line(far, -1) + line(thin, 1) + line(-far, -1);
            }).join("")}z` });
    });
    const gone = pairs.map(([, to]) => to).filter(slot => !isThere(position.cells.get(slot) || NOTHING) && !pairs.some(([from]) => from === slot));
    const rims = [...position.to].filter(slot => boardOf(slot) === board && (position.cells.get(slot) || NOTHING).group).map(slot =>
        placed(slot % PLACES, "", draw("path", refused ? "cut" : "rim", { d: edgesOf(slot, other => position.to.has(other)) })));
    return [...gone.flatMap(goneParts), ...rims, ...pairs.flatMap(([from, to], i) => arrow(position, from, to, refused ? "a bad" : "a", position.counts[i], rightOf([from, to], pairs))), ...taken];
}

/* Cells and arrows of comments, [%csl Ga1] and [%cal Ra1b2]: those of the turn shown, as they are named there; the
   second place of a cell is not there. */
function notedPlaces() {
    const place = name => game.places.findIndex(([other]) => other === name);
    return (game.nodes[at].r || []).filter(one => !Array.isArray(one)).flatMap(one => commentParts(one)[2])
        .map(([, colour, from, to]) => [colour, place(from), to && place(to)]).filter(([, from, to]) => from >= 0 && !(to < 0));
}

const notedParts = position => notedPlaces().flatMap(([colour, from, to]) => (to === undefined
    ? [draw("path", `noted ${colour}`, { d: outline(0.84, ...spotOf(from)) })] : arrow(position, from, to, `aimed ${colour}`)));

/* What is seen of a board that reaches so far: left, top, width, height. */
function boxOf(range, named) {
    const [left, right, bottom, top] = range || [0, 0, 0, 0];
    const back = flipped ? -1 : 1;
    const corner = [[left, top], [right, bottom]].map(([x, y]) => pixelsOf(back * x, back * y));
    const edge = (game.square && named ? 0.86 : 0.78) * UNIT;
    const low = [0, 1].map(i => Math.min(corner[0][i], corner[1][i]) - edge);
    return [...low, ...[0, 1].map(i => Math.max(corner[0][i], corner[1][i]) + edge - low[i])].map(tenths);
}

/* A board as a drawing by itself, with names of cells where it is large.  All of a turn are of one scale. */
function boardOfPosition(position, board, large) {
    const named = large && !options.no_coordinates;
    const occupied = [...position.cells].filter(([slot]) => boardOf(slot) === board);
    const back = flipped ? -1 : 1;
    const rank = ([slot]) => game.places[slot % PLACES][2] * back;
    occupied.sort((a, b) => rank(b) - rank(a) || a[0] - b[0]);
    const cells = occupied.flatMap(([slot, cell]) => {
        const parts = cellParts(position, slot, cell, named);
        const group = placed(slot % PLACES, "cell", ...parts);
        const said = cellWords(slot, cell);
        group.dataset.slot = slot;
        group.setAttribute("role", "img");
        group.setAttribute("aria-label", said);
        return parts.length > 0 ? [group] : [];
    });
    const box = boxOf(game.nodes[at].reach || game.range, named);
    const ground = [...(game.open ? [draw("rect", "felt", { x: -FAR, y: -FAR, width: 2 * FAR, height: 2 * FAR })] : []), // all that is seen
        ...groundParts(position, board),
        ...(game.open && occupied.length === 0 && board === 0 ? [draw("path", "away", { d: outline(0.9, box[0] + box[2] / 2, box[1] + box[3] / 2) })] : [])];
    const noted = board === 0 ? notedParts(position) : [];
    const isBelow = one => !game.open && one.classList.contains("noted"); // on a field pieces bring their ground
    const drawing = draw("svg", "cs board", { viewBox: box.join(" ") }, ...ground,
        ...wonParts(position, board), ...markParts(position, [...position.from].filter(slot => !position.to.has(slot)), "from", board), ...markParts(position, position.to, "to", board), ...noted.filter(isBelow), ...cells,
        ...arrowParts(position, board), ...noted.filter(one => !isBelow(one)),
        ...(named ? nameParts(position, board) : []));
    drawing.box = box;
    return drawing;
}

/* A piece of a stack by itself, and the room that it takes, in cells. */
function onePiece(piece, cell, level) {
    if (cell.group)
        return [[draw("path", `h h${Math.min(level, LEVELS - 1)}`, { d: outline(0.5) }),
            ...(piece.hatched ? [draw("path", "x", { d: hatch(UNIT / 2) })] : []), words(piece.hatched ? "b" : "dark", 0, 0.09 * UNIT, 0.26 * UNIT, piece.text)], 0.62];
    return piece.sign === undefined ? [stackParts({ pieces: [piece], pawns: 0 }), 0.5 + riseOf(piece)] : [tileParts(piece, 0, 0, 0.6), 0.74];
}

/* The pieces of a cell one above the other on a card beside it, within EDGES; neighbours alike of a high stack are
   counted.  Each comes with where it was in the stack. */
function fanParts(slot, cell, [left, top, right, bottom]) {
    const all = cell.pieces.length > FANNED ? runsOf(cell.pieces) : cell.pieces.map(piece => ({ piece, count: 1 }));
    const [x, y] = spotOf(slot % PLACES);
    const drawn = all.map(({ piece, count }, level) => [...onePiece(piece, cell, level), count]);
    const full = drawn.reduce((sum, [, room]) => sum + room, 0);
    const scale = Math.min(UNIT, (bottom - top - 0.5 * UNIT) / full);
    const [wide, high] = [(drawn.some(([, , count]) => count > 1) ? 1.3 : 0.86) * UNIT, full * scale + 0.4 * UNIT];
    const x0 = x + 0.5 * UNIT + wide < right ? x + 0.5 * UNIT : Math.max(left, x - 0.5 * UNIT - wide);
    const y0 = Math.max(top, Math.min(y - high / 2, bottom - high));
    let low = y0 + high - 0.06 * UNIT;
    return [draw("rect", "", { x: x0, y: y0, width: wide, height: high, rx: 5 }),
        words("n", x0 + wide / 2, y0 + 0.22 * UNIT, 0.17 * UNIT, `${game.places[slot % PLACES][0]}: ${heightOf(cell.pieces)}`),
        ...drawn.map(([parts, room, count], level) => {
            const spot = [x0 + 0.43 * UNIT, low - room * scale / 2];
            const group = draw("g", "", { transform: `translate(${spot.map(tenths).join(" ")})` }, ...parts,
                ...(count > 1 ? [words("n", 0.58 * UNIT, 0.07 * UNIT, 0.2 * UNIT, `×${count}`)] : []));
            low -= room * scale;
            group.ways = [[x, y - upperSide(cell.pieces.slice(0, level))], spot];
            return group;
        })];
}

/* The cells that a piece covers. */
function shape({ at, hatched }) {
    const points = at.flatMap((one, i) => (i % 2 ? [] : [[one / 2, -at[i + 1] * (game.square ? 1 : Math.sqrt(3) / 2)]]));
    const [low, high] = [Math.min, Math.max].map(pick => [0, 1].map(i => pick(...points.map(point => point[i]))));
    const unit = Math.min(13, 40 / (Math.max(high[0] - low[0], high[1] - low[1]) + 1.2));
    const middle = [0, 1].map(i => (low[i] + high[i]) / 2);
    const spots = points.map(([x, y]) => [21 + (x - middle[0]) * unit, 25 + (y - middle[1]) * unit]);
    return [draw("path", "p", { d: spots.map(([x, y]) => outline(unit / UNIT, x, y)).join("") }),
        ...(hatched ? [draw("path", "x", { d: spots.map(([x, y]) => hatch(unit, x, y)).join("") })] : [])];
}

const scaledAt = (x, y, ...parts) => draw("g", "", { transform: `translate(${x} ${y}) scale(0.78)` }, ...parts);

/* Pieces that are not on a board, such as tiles; where there is a board these are discs. */
function tile(piece, kind) {
    const half = piece.under && piece.under !== piece.colour;
    if (piece.sign)
        return draw("svg", "cs tile signed", { viewBox: "-33 -38 66 76", role: "img", "aria-label": piece.text }, ...tileParts(piece, 0, 0, 1));
    const parts = piece.solid ? [scaledAt(21, 28, solidOf(piece, (piece.solid === FLATS ? 0.07 : 0.16) * UNIT, (piece.solid === FLATS ? 0.14 : 0.36) * UNIT))]
        : piece.at && piece.at.length > 0 ? shape(piece)
        : kind === undefined && (game.open || game.places.length > 0) ? [scaledAt(21, 22, ...stackParts({ pieces: [piece], pawns: 0 }))]
        : half ? [draw("rect", `p ${piece.colour}`, { x: 1, y: 1, width: 40, height: 24, rx: 4 }),
            draw("rect", `p ${piece.under}`, { x: 1, y: 25, width: 40, height: 24, rx: 4 }),
            words("b", 21, 19, 17, piece.text[0]), words("b", 21, 43, 17, piece.text[1])]
            : [draw("rect", `p ${kind ?? (piece.colour || "")}`, { x: 1, y: 1, width: 40, height: 48, rx: 5 }),
                words(piece.ink, 21, 32, 19, piece.text)];
    return draw("svg", "cs tile", { viewBox: "0 0 42 50", role: "img", "aria-label": piece.text }, ...parts);
}

/* Those of a list; many alike are counted. */
function tiles(list) {
    const runs = runsOf([...list.pieces].map(pieceOf));
    const most = game.open || game.places.length > 0 || !list.seat ? 1 : 3; // of those that are not counted
    const many = ({ piece, count }) => !list.stacked && (count > most || (piece.at.length > 0 && count > 0));
    const all = runs.flatMap(run => (many(run) ? [make("span", "counted", tile(run.piece), `${run.piece.at.length > 0 ? run.piece.text : ""}×${run.count}`)]
        : Array.from({ length: run.count }, () => tile(run.piece))));
    return all.length > 0 ? all : [make("span", "none", "–")];
}
