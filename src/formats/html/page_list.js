/* SPDX-License-Identifier: MIT */
/* The list of turns, and what is wrong with them. */

function faultNote(line) {
    const [, word, said] = /^([a-z ]+): ([^]*)$/.exec(line) || [null, "", line];
    return make("p", "note", word ? make("b", "", `${begin(word)}: `) : null, isolated("", said));
}

/* Turns that are proposed instead are shown on the board when they are pointed at. */
function proposalButton(turn) {
    const button = make("button", "proposal", "Show ", isolated("", turn));
    button.type = "button";
    for (const kind of ["pointerenter", "focus", "click"])
        button.addEventListener(kind, () => propose(turn));
    for (const kind of ["pointerleave", "blur"])
        button.addEventListener(kind, () => propose(""));
    return button;
}

function rulePage(id) {
    const link = make("a", "id", id);
    link.href = `${options.rules_pages}/${id}.html`;
    return link;
}

function faultBox(index) {
    const [severity, id, message, found, advice, , proposals] = game.faults[index];
    const box = make("div", `fault ${severity}`);
    box.append(make("p", "message", make("b", "", `${begin(severity)}: `), isolated("", message), " ",
        options.rules_pages ? rulePage(id) : make("span", "id", id)));
    for (const line of [...lines(found), ...lines(advice)])
        if (line !== "")
            box.append(faultNote(line));
    if (proposals.length > 0)
        box.append(make("p", "note", ...proposals.map(proposalButton)));
    return box;
}

const isWorse = index => game.faults[index][0] === "error";

/* A turn may be broken after its parts. */
const breakable = text => text.split(/(?<=,)/).flatMap((part, i) => (i > 0 ? [make("wbr"), part] : [part]));

function link(index, alone) {
    const node = game.nodes[index];
    const turn = make("a", `turn s${node.s}`, make("bdi", "", ...breakable(clean(node.t))));
    turn.href = hashOf(index);
    turn.dataset.node = index;
    const faults = node.f || [];
    const kind = faults.some(isWorse) ? "error" : faults.length > 0 ? game.faults[faults[0]][0] : "";
    const signs = (node.r || []).filter(Array.isArray).map(([sign]) => sign);
    for (const sign of signs) {
        const mark = make("span", "sign", clean(sign));
        mark.title = clean(meaningOf(sign));
        turn.append(mark);
    }
    if (kind || node.v) {
        turn.classList.add(kind || "error");
        turn.append(make("span", "flag", kind === "note" ? "ⓘ" : kind === "warning" ? "⚠" : "✗"));
    }
    if (clockOf(node))
        turn.append(make("span", "clock", clockOf(node)));
    turn.setAttribute("aria-label", turnWords(index));
    links[index] = turn;
    const before = game.nodes[node.p];
    const begins = alone || node.p === 0 || before.n !== node.n;
    const beside = begins && !alone && node.p > 0 && before.s < node.s; // in the row of the turn before
    if (beside)
        turn.prepend(make("span", "number", `${node.n}. `));
    const round = make("span", "number", begins && !beside ? `${node.n}${node.s === 1 || game.seats.length > 2 ? "." : "…"}` : "");
    round.setAttribute("aria-hidden", "true");
    return [round, turn];
}

/* Comments; a clock is at its turn. */
const remarkElements = remarks => comments(remarks).map(([, words]) => make("span", "comment", isolated("", words)));

/* The line from a node on.  Variations in its turns' stead stand after them. */
function line(first, kind) {
    const list = make("ol", kind);
    list.setAttribute("role", "list"); /* also where its looks deny it */
    let alone = true;
    for (let index = first; index !== undefined; index = game.nodes[index].e) {
        const node = game.nodes[index];
        const before = remarkElements(node.b);
        const [label, turn] = link(index, alone);
        const after = [...remarkElements(node.r), ...(node.f || []).map(faultBox)];
        let other = index === first && kind === "variation" ? undefined : node.a;
        for (; other !== undefined; other = game.nodes[other].a)
            after.push(line(other, "variation"));
        list.append(make("li", "", ...before, label, turn, ...after));
        alone = kind === "variation" && after.length > 0;
    }
    return list;
}

/* Columns of seats: a round is a row, and what is said of its turns is below it, with the mark of the seat. */
function layRows(list) {
    let [row, end, seat] = [1, 1, Infinity];
    const below = one => { one.style.gridRow = ++end; };
    for (const item of list.children) {
        const turn = item.querySelector(":scope > .turn");
        const node = game.nodes[turn.dataset.node];
        const parts = [...item.children];
        const at = parts.indexOf(turn) - 1; // after the number
        const begins = node.s <= seat;
        for (const one of game.seats.length > 1 ? parts.filter(({ className }) => className === "comment") : []) {
            one.prepend(mark(node.s - 1));
            one.firstChild.setAttribute("aria-hidden", "true");
        }
        if (begins) {
            parts.slice(0, at).forEach(below);
            row = ++end;
        }
        for (const one of [parts[at], turn])
            one.style.gridRow = row;
        parts.slice(begins ? at + 2 : 0).filter(one => !one.style.gridRow).forEach(below);
        seat = node.s;
    }
}

function listTurns() {
    const told = new Set(game.nodes.slice(1).flatMap(node => node.f || []));
    const start = make("a", "turn", "The start");
    start.href = hashOf(0);
    start.dataset.node = 0;
    links = [start];
    const parts = [make("p", "start", start)];
    parts.push(...remarkElements(game.nodes[0].b), ...remarkElements(game.nodes[0].r));
    parts.push(...game.faults.map((_, index) => index).filter(index => !told.has(index)).map(faultBox));
    if (game.nodes[0].e !== undefined) {
        const list = line(game.nodes[0].e, "main");
        layRows(list);
        const heads = game.seats.map((_, seat) => make("span", `head s${seat + 1}`, mark(seat), isolated("", playerName(game, seat))));
        heads.forEach(head => head.setAttribute("aria-hidden", "true"));
        list.prepend(make("li", "", make("span", "head"), ...heads));
        list.firstChild.setAttribute("role", "presentation");
        list.style.gridTemplateColumns = `2.4rem repeat(${game.seats.length}, minmax(0, 1fr))`;
        list.classList.toggle("many", game.seats.length > 2);
        parts.push(list);
    }
    parts.push(...remarkElements(game.end), make("p", "outcome", clean(begin(game.outcome))));
    $("record").replaceChildren(...parts);
}

/* The mark of a seat: a piece of its colour, or its number. */
function mark(seat) {
    const own = kinds.find(kind => kind.seat === seat + 1 && game.own.has(kind) && kind.colour);
    const [colour, ink] = own ? [own.colour] : game.colours?.[seat] || [];
    return tile({ text: own ? "" : String(seat + 1), ink: ink || "seat" }, colour || "seat");
}
