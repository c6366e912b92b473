/* SPDX-License-Identifier: MIT */
/* From what is written of games to positions. */

/* The bytes of TEXT to the base of 85, as compressed.c writes them. */
function bytesOf(text) {
    const bytes = new Uint8Array(Math.floor(text.length * 4 / 5));
    for (let i = 0, to = 0; i < text.length; i += 5) {
        let four = 0;
        for (let j = 0; j < 5; j++) {
            const code = i + j < text.length ? text.charCodeAt(i + j) - 40 : 84;
            four = four * 85 + (code === 86 ? 20 : code);
        }
        for (let shift = 24; shift >= 0 && to < bytes.length; shift -= 8)
            bytes[to++] = (four / 2 ** shift) & 255;
    }
    return bytes;
}

async function unpack(block) {
    const stream = new Blob([bytesOf(block.textContent)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return (await new Response(stream).text()).split("\n");
}

/* Nodes say what nobody expects; here all is said. */
function addNode(nodes, [turn, ...parts], seats) {
    const last = parts[parts.length - 1];
    const rare = last && typeof last === "object" && !Array.isArray(last) ? parts.pop() : {};
    const index = nodes.length;
    const p = index === 0 ? undefined : rare.p ?? index - 1;
    const before = nodes[p];
    const s = p ? before.s % seats + 1 : before ? before.s : 0;
    const n = p ? before.n + (s <= before.s ? 1 : 0) : before ? before.n : 0;
    const node = { s, n, v: 0, ...rare, t: turn, k: before ? before.k + 1 : 0, p, parts };
    node.m = rare.m ?? (index === 0 ? node.s : node.s % seats + 1);
    /* The first turn after a position is that of its line, the others are instead of it. */
    node.d = before ? before.d : 0;
    if (before && before.e === undefined) {
        before.e = index;
    } else if (before) {
        let other = before.e;
        while (nodes[other].a !== undefined)
            other = nodes[other].a;
        nodes[other].a = index;
        node.d++;
    }
    nodes.push(node);
}

async function load(which) {
    const { block, line } = games[which - 1];
    block.games ??= unpack(block);
    const found = JSON.parse((await block.games)[line]);
    const nodes = found.nodes;
    found.seats = found.seats.map(clean);
    if (!nodes)
        return found;
    found.nodes = [];
    nodes.forEach(node => addNode(found.nodes, node, found.seats.length || 1));
    found.names = found.places.map(([name]) => name);
    found.at = new Map(found.places.map(([, x, y], place) => [`${x},${y}`, place]));
    survey(found);
    return found;
}

/* Lists of places: a number below 0 is another board for those after it.  Slots are numbers, too: of both. */
const PLACES = 1 << 20;

function* slotsOf(list) {
    let board = 0;
    for (const one of list || [])
        if (typeof one === "string")
            yield one;
        else if (one < 0)
            board = ~one;
        else
            yield board * PLACES + one;
}

const boardOf = slot => Math.floor(slot / PLACES);
const pieceOf = character => kinds[character.codePointAt(0) < 0x100 ? character.codePointAt(0) - 48 : character.codePointAt(0) - 0x100];
const NOTHING = { pieces: [], label: "", pawns: 0, group: 0 };

/* The usual label on a field where stacks lie: what is on top, and how high. */
function usualLabel(pieces) {
    const high = pieces.reduce((sum, piece) => sum + piece.thick, 0);
    return game.open && high > 0 ? pieces[pieces.length - 1].text[0] + (high > 1 ? high : "") : "";
}

function contentOf(text, was, groups) {
    const [said, pawns, group, label] = text.split("|");
    const own = [...said.replace("+", "")].map(pieceOf);
    const pieces = said[0] === "+" ? [...was.pieces, ...own] : own;
    return { pieces, pawns: Number(pawns || 0), group: group === "+" ? groups + 1 : Number(group || 0),
        label: label ?? (group ? "" : usualLabel(pieces)) };
}

const patched = (text, before, after, middle) => text.slice(0, before) + middle + text.slice(text.length - after);

/* The position at a node from that at the one before it in the record. */
function advance(position, index) {
    const [changes, to, from, arrows, texts, lists, tables] = game.nodes[index].parts;
    const { cells } = position;
    const [renamed, names] = game.nodes[index].w || [[], ""];
    const each = names.split(" ");
    renamed.forEach((place, i) => {
        game.places[place][0] = each[i];
    });
    const moved = new Set();
    let waiting = [];
    for (const one of slotsOf(changes)) {
        if (typeof one !== "string") {
            waiting.push(one);
            continue;
        }
        for (const slot of waiting) {
            const was = cells.get(slot) || NOTHING;
            const is = contentOf(one, was, position.groups);
            if (is.pieces.length !== was.pieces.length || is.pieces.some((piece, i) => piece !== was.pieces[i]) ||
                is.pawns !== was.pawns || is.group !== was.group)
                moved.add(slot);
            cells.set(slot, is);
        }
        waiting = [];
    }
    for (const { group } of cells.values())
        position.groups = Math.max(position.groups, group);
    const marked = list => new Set(slotsOf(list.filter(one => one !== null)));
    position.changed = moved;
    position.arrows = [...slotsOf(arrows)];
    position.from = from ? marked(from) : new Set(position.arrows.filter((_, i) => i % 2 === 0));
    position.to = to ? marked(to) : new Set([...moved].filter(slot => !position.from.has(slot)));
    position.won = [...slotsOf(game.nodes[index].o)];
    position.taken = [...slotsOf(game.nodes[index].x)];
    position.counts = game.nodes[index].q || [];
    position.shares = game.nodes[index].h ?? position.shares;
    for (const [which, ...patch] of texts || [])
        position.texts[which] = patched(position.texts[which] || "", ...patch);
    const changedLists = new Set();
    position.laid = new Map(); // how many of a list came last, on top of it
    const before = [...position.lists];
    for (const one of lists || []) {
        if (typeof one === "number") {
            position.lists.length = one;
            continue;
        }
        const [which, bottom, top, middle, from, stacked, seat, hand] = one;
        const was = typeof from === "string" ? { name: from, stacked, seat, hand, pieces: "" } : before[from ?? which];
        const is = { ...was, pieces: patched(was.pieces, bottom, top, middle) };
        position.lists[which] = is;
        if (is.pieces !== was.pieces || typeof from === "string")
            changedLists.add(which);
        position.laid.set(which, top > 0 ? 0 : [...middle].length);
    }
    position.marked = new Set([...position.lists.keys()].filter(
        which => (changedLists.has(which) && Boolean(position.lists[which].stacked)) !== (tables || []).includes(which)));
    position.index = index;
}

/* The position at a node; they are gone through in their order. */
function positionAt(index) {
    if (!game.position || game.position.index > index) {
        game.names.forEach((name, place) => { game.places[place][0] = name; }); // some change with positions
        game.position = { cells: new Map(), texts: [], lists: [], shares: [], groups: 0, index: -1 };
    }
    while (game.position.index < index)
        advance(game.position, game.position.index + 1);
    return game.position;
}

/* The boards of a position: seen from above, then layers from the highest down, as .titles says.  Stacks on a field are
   cut into layers where the game does not do it. */
function layersOf(position) {
    const titles = titlesOf(position);
    const cells = new Map(position.cells);
    const tops = new Map();
    let highest = 0;
    if (titles.length > 1 || !game.open)
        return { ...position, titles };
    for (const [slot, { pieces, pawns }] of position.cells) {
        let high = 0;
        pieces.forEach((piece, i) => {
            for (let part = 0; part < piece.thick; part++)
                cells.set(++high * PLACES + slot, {
                    pieces: [{ ...piece, thick: 1 }], label: piece.text[0], pawns: i + 1 === pieces.length ? pawns : 0, group: 0,
                });
        });
        tops.set(slot, high * PLACES + slot);
        highest = Math.max(highest, high);
    }
    const both = slots => new Set([...slots].flatMap(slot => (tops.has(slot) ? [slot, tops.get(slot)] : [slot])));
    if (highest > 1)
        titles.push("seen from above", ...Array.from({ length: highest }, (_, i) => `layer ${highest - 1 - i}`));
    return { ...position, cells, titles, to: both(position.to), from: both(position.from) };
}

/* How many cells are seen around the pieces of a field at least. */
let around = 0;

/* REACH of a field, widened to a place: to some cells beyond it, so that it is not soon to be widened again. */
const widened = (reach, [, ...spot]) => (reach ?? [0, 0, 0, 0].map((_, side) => spot[side >> 1])).map((edge, side) => {
    const cell = side < 2 ? 2 : 1;
    const way = side % 2 ? cell : -cell;
    const least = spot[side >> 1] + way * around;
    return !reach ? edge + 2 * way : way * (least - edge) > 0 ? least + way : edge;
});

/* How far boards reach in the whole game, a field up to each turn, and whether pieces need their letters. */
function survey(of) {
    const boards = new Set([0]);
    const letters = new Map();
    of.own = new Set();
    of.letters = Boolean(of.open);
    const held = of.nodes.flatMap(({ parts: [, , , , , lists] }) => (lists || []).filter(Array.isArray)).map(one => one[3]).join("");
    for (const character of held)
        of.own.add(pieceOf(character));
    for (const { parts: [changes] } of of.nodes)
        for (const one of slotsOf(changes)) {
            if (typeof one !== "string") {
                boards.add(boardOf(one));
                continue;
            }
            for (const character of one.split("|")[0].replace("+", "")) {
                const { seat, solid, hatched, text } = pieceOf(character);
                const look = `${seat} ${solid} ${hatched}`;
                of.own.add(pieceOf(character));
                of.letters ||= seat > 2 || (letters.has(look) && letters.get(look) !== text);
                letters.set(look, text);
            }
        }
    of.boards = Math.max(...boards) + 1;
    const xs = of.places.map(([, x]) => x);
    const ys = of.places.map(([, , y]) => y);
    const range = all => all.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [all[0], all[0]]);
    of.range = of.places.length > 0 ? [...range(xs), ...range(ys)] : null;
    const over = of.nodes.some(({ y }) => y);
    for (const node of of.open ? of.nodes : []) {
        const slots = node.parts.slice(0, 4).flatMap(list => [...slotsOf((list || []).filter(one => Number.isInteger(one)))]);
        node.reach = slots.reduce((reach, slot) => widened(reach, of.places[slot % PLACES]), of.nodes[node.p]?.reach);
        /* Of a game that is over not farther than in all of it; where it is, nothing more comes. */
        if (over && node.reach)
            node.reach = node.reach.map((edge, side) => {
                const room = node.y ? 0 : around * (side < 2 ? 2 : 1);
                return side % 2 ? Math.min(edge, of.range[side] + room) : Math.max(edge, of.range[side] - room);
            });
    }
}
