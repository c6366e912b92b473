/* SPDX-License-Identifier: MIT */
/* Showing a position, and the ways from one to the next. */

const hashOf = index => {
    const node = game.nodes[index];
    const place = node.d === 0 ? String(node.k) : `v${index}`;
    return several ? `#${number}.${place}` : `#${place}`;
};

/* For the style sheet. */
const measure = (id, name, value) => $(id).style.setProperty(`--${name}`, value);

/* What the clock of SEAT says, as far as it was written. */
function lastClock(seat) {
    let index = at;
    while (index !== undefined && (game.nodes[index].s !== seat + 1 || !clockOf(game.nodes[index])))
        index = game.nodes[index].p;
    return index === undefined ? null : make("span", "clock", clockOf(game.nodes[index]));
}

/* Players, what they hold and how they stand; what lies on the table is below the board. */
function showStanding() {
    const node = game.nodes[at];
    const position = positionAt(at);
    const moves = seat => node.y === undefined && node.m === seat + 1;
    const hands = position.lists.filter(list => list.pieces || !list.hand);
    const hand = list => make("span", `hand${list.hand ? " told" : ""}`, ...tiles(list));
    $("standing").replaceChildren(...shareBar(position), ...game.seats.map((name, seat) => {
        const player = playerName(game, seat);
        const parts = [mark(seat), isolated("player", player), player === name ? "" : ` (${name})`, lastClock(seat)];
        const held = hands.filter(list => list.seat === seat + 1);
        return make("li", moves(seat) ? "moves" : node.z >> seat & 1 ? "won" : "", ...parts, make("span", "line", clean(undrawnLine(position, seat))),
            ...held.map(hand));
    }), ...hands.filter(list => !list.seat && list.hand).map(list => make("li", "told", begin(list.name), hand(list))));
    const table = position.lists.filter(list => !list.seat && !list.hand);
    measure("lists", "high", String(Math.max(1, ...table.map(list => list.pieces.length))));
    $("lists").replaceChildren(...table.map(list => {
        const which = position.lists.indexOf(list);
        const all = tiles(list);
        const laid = position.marked.has(which) && list.stacked ? position.laid.get(which) || all.length : 0;
        return make("div", `${list.stacked ? "list stacked" : "list"}${position.marked.has(which) && laid === 0 ? " marked" : ""}`, make("span", "tiles",
            ...all.slice(0, all.length - laid), ...(laid > 0 ? [make("span", "laid", ...all.slice(-laid))] : [])), make("span", "name", list.name));
    }));
    $("notes").replaceChildren(...undrawnNotes(position).map(one => make("p", "", begin(one))));
    const turn = make("b", "", isolated("", turnWords(at)));
    $("status").replaceChildren(turn, at === 0 || node.t ? ". " : "", isolated("", statusWords(at)));
}

/* The turn shown is seen in its list, which scrolls by itself where it can, with the comments and faults after it. */
function markTurn() {
    for (const one of document.querySelectorAll("[aria-current=step]"))
        one.removeAttribute("aria-current");
    const turn = links[at];
    turn.setAttribute("aria-current", "step");
    const box = $("record");
    const parts = [turn, ...turn.parentNode.querySelectorAll(":scope > .turn ~ :is(.comment, .fault)")];
    if (turn === links[links.length - 1])
        parts.push(box.lastElementChild);
    const head = 30; // rows scroll below it
    const fade = 26; // and fade at the end
    const edge = box.getBoundingClientRect().top;
    const top = turn.getBoundingClientRect().top - edge;
    const high = parts[parts.length - 1].getBoundingClientRect().bottom - turn.getBoundingClientRect().top;
    if (top >= head && top + high <= box.clientHeight - fade)
        return;
    box.scrollTop += top - Math.max(head, (box.clientHeight - high) / 3);
    const cut = links.map(link => link.getBoundingClientRect()).find(row => row.top < edge + head && row.bottom > edge + head);
    box.scrollTop += cut ? cut.top - edge - head : 0; // the first row is seen whole
}

/* Layers beside the board have the width that it leaves, and are as large as there is room for all. */
function fitLayers(count, width, height) {
    const { clientWidth: wide, clientHeight: high } = $("boards");
    const room = Math.min(Math.max(wide - high * width / height - 8, (count > 3 ? 0.36 : 0.26) * wide), 0.5 * wide);
    let size = 64;
    for (let columns = 1; columns <= count; columns++)
        size = Math.max(size, Math.min((room - 16) / columns - 6, (high / Math.ceil(count / columns) - 38) * width / height));
    measure("layers", "room", `${room}px`);
    measure("layers", "layer", `${Math.floor(size)}px`);
    $("layers").classList.toggle("tiny", 0.4 * UNIT * (size - 8) < 6 * width);
}

/* What is below the boards may come later, and take some of their room. */
let refit = () => {};
new ResizeObserver(() => refit()).observe($("boards"));

/* What went along the arrows of a turn slides there, off the stack that was BEFORE, as svg_film.c has it. */
const SLIDE = 200;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/* What came to a cell that is as IS, and the rest, which WAS there if what came lies on that, or else is nothing.  Pawns
   come without the pieces that they walk on. */
function splitCell(is, was) {
    const pawns = is.pawns & ~was.pawns;
    if (pawns)
        return [{ ...NOTHING, pawns }, { ...is, pawns: was.pawns }];
    if (is.pieces.length <= was.pieces.length || !was.pieces.every((piece, i) => piece === is.pieces[i]))
        return [{ ...is, pawns }, NOTHING];
    return [{ ...is, pawns, pieces: is.group ? is.pieces : is.pieces.slice(was.pieces.length) }, was];
}

const go = (element, ways, fill) => element.animate(ways.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })),
    { duration: SLIDE, easing: "ease-out", fill });

/* Where the way begins that ends with the arrow at I, by slots where nothing stayed. */
function firstOfWay(position, i) {
    let from = position.arrows[i];
    for (let k = i - 2; k >= 0; k -= 2)
        if (position.arrows[k + 1] === from && (position.cells.get(from) || NOTHING).pieces.length === 0)
            from = position.arrows[k];
    return from;
}

function slide(board, before) {
    const position = positionAt(at);
    const ends = new Map(position.arrows.flatMap((slot, i, all) => (i % 2 ? [[slot, firstOfWay(position, i - 1)]] : [])));
    for (const group of calm.matches ? [] : board.querySelectorAll(".cell")) {
        const slot = Number(group.dataset.slot);
        if (!ends.has(slot) || boardOf(slot) !== shown)
            continue;
        const [lifted, rest] = splitCell(position.cells.get(slot), before.get(slot) || NOTHING);
        const [x, y] = spotOf(slot % PLACES);
        const [right, down] = spotOf(ends.get(slot) % PLACES);
        const high = lifted.group || isTile(lifted) ? 0 : upperSide(rest.pieces);
        const under = placed(slot % PLACES, "", ...cellParts(position, slot, rest, true));
        const unmarked = isTile(lifted) ? { ...position, to: new Set(), from: new Set() } : position;
        const moving = draw("g", "", {}, ...cellParts(unmarked, slot, lifted, true));
        group.style.visibility = "hidden";
        board.classList.add("moving");
        board.append(under, moving);
        go(moving, [[right, down], [x, y - high]], "forwards").onfinish = () => {
            group.removeAttribute("style");
            board.classList.remove("moving");
            under.remove();
            moving.remove();
        };
    }
    for (const slot of board.classList.contains("moving") ? position.taken : []) { // it is there till then
        const group = board.querySelector(`[data-slot="${slot}"]`);
        if (ends.has(slot) || boardOf(slot) !== shown || position.to.has(slot) || position.from.has(slot) || !before.has(slot))
            continue;
        const still = placed(slot % PLACES, "", ...cellParts({ ...position, won: [] }, slot, before.get(slot), true));
        if (group)
            group.style.visibility = "hidden";
        board.insertBefore(still, [...board.querySelectorAll(".cell")].pop().nextSibling);
        setTimeout(() => {
            still.remove();
            if (group)
                group.removeAttribute("style");
        }, SLIDE);
    }
}

/* Shows BOX of BOARD, to which that goes if WAS was shown before. */
function look(board, box, was = box) {
    const begin = performance.now();
    board.box = box;
    const go = now => {
        const share = calm.matches ? 0 : Math.max(0, 1 - (now - begin) / SLIDE) ** 2;
        board.setAttribute("viewBox", box.map((to, i) => tenths(to + share * (was[i] - to))).join(" "));
        if (share > 0 && board.box === box && board.isConnected)
            requestAnimationFrame(go);
    };
    go(begin);
}

/* The boards: one large, the others beside it, of one scale. */
function showBoards() {
    const position = layersOf(positionAt(at));
    const count = position.titles.length || 1;
    const focused = document.activeElement.dataset && document.activeElement.dataset.slot;
    shown = Math.min(shown, count - 1);
    const board = boardOfPosition(position, shown, true);
    const title = titleOf(position, shown);
    board.setAttribute("role", "group");
    board.setAttribute("aria-label", `Board${shown ? `, ${title}` : ""}. ${turnWords(at)}. ${statusWords(at)}.`);
    const before = $("frame").firstElementChild;
    $("frame").replaceChildren(board);
    board.seen = [game, flipped];
    if (before?.seen.every((one, i) => one === board.seen[i]))
        look(board, board.box, before.box);
    const [, , width, height] = boxOf(game.range, true); // in all of the game, so that what is beside it stays
    measure("boards", "shape", String(height / width));
    const cells = [...board.querySelectorAll(".cell")];
    cells.forEach((cell, index) => cell.setAttribute("tabindex", index === 0 ? "0" : "-1"));
    const again = focused && cells.find(cell => cell.dataset.slot === focused);
    if (again)
        again.focus();
    else
        hideStack();
    const others = [...Array(count).keys()].filter(one => one !== shown).sort((a, b) => (b || count) - (a || count));
    $("layers").hidden = count < 2;
    $("layers").replaceChildren(...others.map(one => {
        const drawing = boardOfPosition(position, one, false);
        drawing.setAttribute("aria-hidden", "true");
        const button = make("button", "layer", drawing, make("span", "", titleOf(position, one)));
        button.type = "button";
        button.addEventListener("click", () => showBoard(one));
        return button;
    }));
    $("level").hidden = count < 2;
    refit = () => fitLayers(others.length, width, height);
    refit();
    $("layer").max = count - 1;
    $("layer").value = shown;
    $("layername").textContent = title;
}

function showBoard(board) {
    shown = board;
    showBoards();
}

/* Fans out the stack of a cell. */
function showStack(group) {
    const slot = Number(group.dataset.slot);
    const cell = positionAt(at).cells.get(slot);
    const board = group.ownerSVGElement;
    const { left, right, top, bottom } = board.getBoundingClientRect();
    if (board.querySelector(".fan")?.dataset.slot === group.dataset.slot)
        return;
    const [low, high] = [[left, top], [right, bottom]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse()));
    hideStack();
    if (!cell || cell.pieces.length < 2)
        return;
    const parts = fanParts(slot, cell, [low.x + 2, low.y + 2, high.x - 2, high.y - 2]);
    board.append(draw("g", "fan", { "aria-hidden": "true", "data-slot": slot }, ...parts));
    for (const one of calm.matches ? [] : parts.filter(({ ways }) => ways))
        go(one, one.ways, "none");
}

function hideStack() {
    $("frame").querySelector(".fan")?.remove();
}

/* The cells that TURN names, on the board; a sign that is a letter may be before one. */
function propose(turn) {
    const board = $("frame").firstElementChild;
    board.querySelectorAll(".proposed").forEach(one => one.remove());
    const placeOf = name => game.places.findIndex(([other]) => other === name);
    const places = (turn.match(/[a-z]{1,3}\d{1,2}/g) || []).map(
        name => [name, name.slice(1)].map(placeOf).find(place => place >= 0)).filter(place => place !== undefined);
    board.append(...places.map((place, i) => placed(place, "proposed", draw("path", "m to", { d: outline(0.9) }),
        ...(places.length > 2 ? [words("b", 0, 0, 0.3 * UNIT, i + 1)] : []))), ...places.slice(1).flatMap((place, i) =>
        arrow(positionAt(at), places[i], place).map(one => draw("g", "proposed", {}, one))));
}

function show(index, silent) {
    const before = at !== index && game.nodes[index].p === at ? new Map(positionAt(at).cells) : null;
    at = index;
    showBoards();
    if (before)
        slide($("frame").firstElementChild, before);
    showStanding();
    const node = game.nodes[at];
    if ($("words").open)
        showWords();
    $("stage").classList.toggle("refused", Boolean(node.v));
    $("first").disabled = $("previous").disabled = node.p === undefined;
    $("last").disabled = $("next").disabled = node.e === undefined;
    $("scrub").max = game.nodes[mainEnd(at)].k;
    $("scrub").value = node.k;
    $("scrub").setAttribute("aria-valuetext", turnWords(at));
    markTurn(); /* when all else has its room */
    if (!silent) {
        history.replaceState(null, "", hashOf(at));
        announce(false);
    }
}

/* To the turn of this line, or of those before it, that is PLY from the start. */
function scrub(ply) {
    let index = at;
    while (game.nodes[index].k > ply)
        index = game.nodes[index].p;
    while (game.nodes[index].k < ply && game.nodes[index].e !== undefined)
        index = game.nodes[index].e;
    step(index);
}

function showWords() {
    $("words").lastElementChild.replaceChildren(...positionWords().map(one => make("p", "", one)));
}

function showNothing() {
    for (const id of ["frame", "layers", "lists", "standing", "notes", "status"])
        $(id).replaceChildren();
    $("record").replaceChildren(...game.faults.map((_, index) => faultBox(index)),
        ...remarkElements(game.end), make("p", "outcome", clean(begin(game.outcome))));
    $("steps").hidden = $("scrub").hidden = $("words").hidden = $("level").hidden = true;
}

async function open(which) {
    const loaded = await load(which);
    number = which;
    game = loaded;
    at = shown = 0;
    $("title").replaceChildren(isolated("", titleWords(game)));
    $("about").replaceChildren(...aboutWords(game).map(one => isolated("", one)));
    document.title = `${titleWords(game)} – ${aboutWords(game)[0] || "catasta"}`;
    markGame();
    if ($("download").href)
        URL.revokeObjectURL($("download").href);
    $("download").href = URL.createObjectURL(new Blob([`${recordOf(games[which - 1])}\n`], { type: "text/plain" }));
    $("copied").textContent = "";
    if (!game.nodes) {
        showNothing();
        return;
    }
    $("steps").hidden = $("scrub").hidden = $("words").hidden = false;
    $("stage").classList.toggle("listed", game.places.length === 0);
    listTurns();
}

/* "#12", "#2.12", "#v57", "#2.v57"; anything else is the start, or the ply that was asked for. */
async function follow() {
    const [, which, variation, place] = /^#(?:(\d{1,7})\.)?(v?)(\d{1,7})$/.exec(location.hash) ||
        [null, 0, "", /^-?\d{1,7}$/.test(wishes.get("ply")) ? wishes.get("ply") : options.ply ?? 0];
    const wanted = Math.min(Math.max(1, Number(which || 1)), games.length);
    stop();
    if (wanted !== number)
        await open(wanted);
    document.body.dataset.game = number;
    if (!game.nodes)
        return;
    let index = variation ? Number(place) : 0;
    const steps = Number(place) < 0 ? Infinity : Number(place);
    for (let ply = steps; !variation && ply > 0 && game.nodes[index].e !== undefined; ply--)
        index = game.nodes[index].e;
    show(game.nodes[index] ? index : 0, true);
    announce(false);
}

const mainEnd = index => {
    while (game.nodes[index].e !== undefined)
        index = game.nodes[index].e;
    return index;
};

function step(index) {
    if (index !== undefined && index !== null && game.nodes)
        show(index, false);
}

async function goTo(which) {
    if (which < 1 || which > games.length)
        return;
    await open(which);
    document.body.dataset.game = number;
    history.replaceState(null, "", several ? `#${number}.0` : "#0");
    if (game.nodes)
        show(0, false);
}

function stop() {
    clearTimeout(timer);
    timer = null;
    $("play").setAttribute("aria-pressed", "false");
    $("play").setAttribute("aria-label", "Play");
}

function play() {
    if (timer !== null) {
        stop();
        return;
    }
    if (game.nodes[at].e === undefined)
        show(0, false);
    $("play").setAttribute("aria-pressed", "true");
    $("play").setAttribute("aria-label", "Pause");
    const tick = () => {
        timer = setTimeout(() => {
            step(game.nodes[at].e);
            if (game.nodes[at].e === undefined)
                stop();
            else
                tick();
        }, 1000 * $("speed").value);
    };
    tick();
}

function pace(way) {
    $("speed").selectedIndex = Math.min(Math.max(0, $("speed").selectedIndex + way), $("speed").length - 1);
}

function flip() {
    flipped = !flipped;
    $("flip").setAttribute("aria-pressed", String(flipped));
    showBoards();
}

/* Into a variation of the next turn; from the first turn of one to the next of them,
   and at last back to the line itself. */
function enter() {
    const next = game.nodes[at].e;
    if (next !== undefined && game.nodes[next].a !== undefined) {
        step(game.nodes[next].a);
        return;
    }
    const before = game.nodes[at].p;
    const main = before === undefined ? undefined : game.nodes[before].e;
    step(game.nodes[at].a !== undefined ? game.nodes[at].a : main === at ? undefined : main);
}

/* The next fault, in this game or one after it. */
async function seekFault(way) {
    const nodes = game.nodes || [];
    const faulty = nodes.map((node, index) => (node.f ? index : -1)).filter(index => way > 0 ? index > at : index >= 0 && index < at);
    if (faulty.length > 0) {
        step(way > 0 ? faulty[0] : faulty[faulty.length - 1]);
        return;
    }
    let other = number + way;
    while (games[other - 1] && !games[other - 1].bad)
        other += way;
    if (!games[other - 1])
        return;
    await goTo(other);
    const found = (game.nodes || []).map((node, index) => (node.f ? index : -1)).filter(index => index >= 0);
    step(way > 0 ? found[0] : found[found.length - 1]);
}

/* From stack to stack, to the nearest in that way. */
function walk(key) {
    const middle = one => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
    };
    const here = middle(document.activeElement);
    const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null;
    let least = Infinity;
    for (const cell of $("frame").querySelectorAll(".cell, .target")) {
        const [x, y] = middle(cell).map((one, i) => one - here[i]);
        const along = x * right + y * down;
        const cost = along + 3 * Math.abs(x * down + y * right);
        if (along > 4 && cost < least)
            [best, least] = [cell, cost];
    }
    if (best)
        best.focus();
}

/* The list of games. */

function listGames() {
    games.forEach((one, index) => {
        const link = make("a", "", isolated("", one.name));
        link.href = `#${index + 1}.0`;
        link.tabIndex = -1;
        one.item = make("li", "", link, one.bad ? make("span", "bad", " ✗ faults") : null);
        one.item.value = index + 1;
    });
    $("games").lastElementChild.replaceChildren(...games.map(one => one.item));
}

function markGame() {
    const { item } = games[number - 1];
    $("games").querySelectorAll("a[aria-current]").forEach(one => {
        one.removeAttribute("aria-current");
        one.tabIndex = -1;
    });
    if (!item)
        return;
    item.querySelector("a").setAttribute("aria-current", "page");
    item.querySelector("a").tabIndex = 0;
    item.parentNode.scrollTop += item.getBoundingClientRect().top - item.parentNode.getBoundingClientRect().top - 24;
}

/* The list is one stop of the Tab key, and arrows go through it. */
function walkGames(event) {
    const links = games.filter(({ item }) => !item.hidden).map(({ item }) => item.querySelector("a"));
    const now = links.indexOf(event.target);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: links.length - 1 }[event.key];
    if (now < 0 || to === undefined)
        return;
    event.preventDefault();
    event.stopPropagation();
    links[to]?.focus();
}

function filterGames() {
    const wanted = fold($("search").value.trim());
    let count = 0;
    for (const one of games) {
        one.folded ??= wanted ? fold(`${one.name}\n${recordOf(one)}`) : undefined;
        one.item.hidden = ($("faulty").checked && !one.bad) || (wanted !== "" && !one.folded.includes(wanted));
        count += one.item.hidden ? 0 : 1;
    }
    $("found").textContent = wanted || $("faulty").checked ? `${count} of ${games.length} games` : "";
}

/* The next turn of this game in which, or in a comment on which, the words are; or else the next game. */
async function search() {
    const wanted = fold($("search").value.trim());
    const says = node => fold([node.t, ...(node.r || []), ...(node.b || [])].join(" ")).includes(wanted);
    const found = (game.nodes || []).findIndex((node, index) => index > at && says(node));
    if (found >= 0) {
        step(found);
        return;
    }
    const next = games.findIndex((one, index) => index >= number && !one.item.hidden);
    if (wanted && next >= 0)
        await goTo(next + 1);
}

/* To take away. */

async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
        $("copied").textContent = `${what} was copied.`;
    } catch {
        const box = make("textarea", "", text);
        box.readOnly = true;
        $("copied").replaceChildren(box);
        box.select();
    }
}

const here = () => location.href.replace(/#.*/, "") + hashOf(at);
const quoted = text => text.replace(/[&<>"]/g, one => `&#${one.charCodeAt(0)};`);
const snippet = () =>
    `<iframe src="${quoted(here())}" title="${quoted(titleWords(game))}" width="420" height="560" loading="lazy"></iframe>`;

const deeds = {
    first: () => step(0),
    previous: () => step(game.nodes[at].p),
    play,
    next: () => step(game.nodes[at].e),
    last: () => step(mainEnd(at)),
    flip,
    enter,
    fault: () => seekFault(1),
    earlier: () => seekFault(-1),
    after: () => goTo(number + 1),
    before: () => goTo(number - 1),
    layer: () => showBoard((shown + 1) % (Number($("layer").max) + 1)),
    cells: () => $("frame").querySelector(".cell[tabindex='0']")?.focus(),
    words: () => announce(true),
    faster: () => pace(1),
    slower: () => pace(-1),
    search: () => $("search").focus(),
    help: () => $("keys").showModal(),
};
const keys = {
    ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play", f: "flip", v: "enter",
    n: "fault", p: "earlier", w: "words", "]": "after", "[": "before", l: "layer", b: "cells", "+": "faster", "-": "slower",
    "/": "search", "?": "help",
};
const ALWAYS = ["fault", "earlier", "after", "before", "search", "help"];
const PLAYING = ["play", "flip", "words", "layer", "cells", "faster", "slower", "help"];

function run(name) {
    if (!game || (!game.nodes && !ALWAYS.includes(name)))
        return;
    if (!PLAYING.includes(name))
        stop();
    deeds[name]();
}

document.addEventListener("keydown", event => {
    const { key, target } = event;
    const own = target.closest("input, select, textarea, dialog") || (key === " " && target.closest("button, a, summary"));
    if (event.ctrlKey || event.altKey || event.metaKey)
        return;
    if (target.id === "search" && key === "Enter")
        search();
    if (target.closest(".cell, .target") && (key.startsWith("Arrow") || key === "Escape")) {
        event.preventDefault();
        if (key === "Escape")
            target.blur(), hideStack();
        else
            walk(key);
    } else if (keys[key] && !own) {
        event.preventDefault();
        run(keys[key]);
    }
});
for (const name of ["first", "previous", "play", "next", "last", "flip", "help"])
    $(name).addEventListener("click", () => run(name));
document.addEventListener("click", event => {
    const turn = event.target.closest("a.turn");
    if (!turn || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)
        return;
    event.preventDefault();
    stop();
    show(Number(turn.dataset.node), false);
});

/* Stacks under the pointer or with the focus; a tap is both. */
for (const kind of ["pointerover", "focusin"])
    $("frame").addEventListener(kind, event => {
        const cell = event.target.closest(".cell");
        if (cell)
            showStack(cell);
        else
            hideStack();
    });
$("frame").addEventListener("pointerleave", hideStack);
$("frame").addEventListener("focusout", hideStack);

/* The wheel and swipes; a swipe up or down scrolls. */
let turned = 0;
$("frame").addEventListener("wheel", event => {
    if (event.ctrlKey)
        return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) >= 50) {
        run(turned > 0 ? "next" : "previous");
        turned = 0;
    }
}, { passive: false });
let touched = null;
$("frame").addEventListener("touchstart", event => {
    touched = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
}, { passive: true });
$("frame").addEventListener("touchend", event => {
    const [x, y] = touched ? [event.changedTouches[0].clientX - touched[0], event.changedTouches[0].clientY - touched[1]] : [0, 0];
    if (Math.abs(x) > 40 && Math.abs(x) > 2 * Math.abs(y))
        run(x < 0 ? "next" : "previous");
    touched = null;
}, { passive: true });

$("scrub").addEventListener("input", () => {
    stop();
    scrub(Number($("scrub").value));
});
$("layer").addEventListener("input", () => showBoard(Number($("layer").value)));
$("games").addEventListener("keydown", walkGames);
$("search").addEventListener("input", filterGames);
$("faulty").addEventListener("input", filterGames);
$("words").addEventListener("toggle", () => game && game.nodes && showWords());
$("copy").addEventListener("click", () => copy(recordOf(games[number - 1]), "The record"));
$("link").addEventListener("click", () => copy(here(), "The link"));
$("embed").addEventListener("click", () => copy(snippet(), "The HTML"));
window.addEventListener("hashchange", follow);
window.addEventListener("resize", () => game && game.nodes && showBoards());

$("records").hidden = true;
$("flip").setAttribute("aria-pressed", String(flipped));
document.documentElement.classList.toggle("small", window.self !== window.top);
$("games").hidden = !several;
measure("games", "count", games.length);
/* The board first; the list may be long. */
if (games.length > 0)
    follow().then(() => setTimeout(() => {
        listGames();
        markGame();
    }));
