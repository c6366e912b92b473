/* SPDX-License-Identifier: MIT */
/* The page that checks and records: the text on its desk, and the game of it that the rest of the page shows.  The
   library is asked in a worker, which can be given up when it takes too long.  The text is all that is kept: whatever is
   done to the game is an edit of it. */

const MOST = 4 << 20;          /* characters that are judged */
const MARKED = 200000;         /* characters in which places are marked */
const CHIPS = 80;              /* turns that are shown */
const PATIENCE = 15000;        /* milliseconds for an answer */
const SETTLED = 250;           /* milliseconds after the last key */

const source = $("source");
const own = {};                /* rulesets that were dropped here: their YAML by name */
around = 1;                    /* where a piece may come is seen before it does */
let judged = null;             /* the last answer about the text */
let fileName = "game.sgn";
let saved = "";                /* the text as it was opened or saved */

/* ---- the library ---- */

let worker = null;
let module;
let asked = 0;
let waiting = new Map();

async function startUp() {
    const packed = Uint8Array.from(atob($("module").textContent), one => one.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    return hire();
}

function hire() {
    const place = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
    worker = new Worker(place);
    worker.onmessage = ({ data: { id, result, error } }) => {
        const { done, fail } = waiting.get(id) ?? {};
        waiting.delete(id);
        document.body.classList.toggle("busy", waiting.size > 0);
        if (error === undefined)
            done?.(result);
        else
            fail?.(new Error(error));
    };
    return ask("start", { module }).finally(() => URL.revokeObjectURL(place));
}

/* Gives up what is asked for, and begins anew. */
function dismiss(why) {
    worker.terminate();
    for (const { fail } of waiting.values())
        fail(new Error(why));
    waiting = new Map();
    document.body.classList.remove("busy");
    hire();
}

function ask(name, given) {
    const id = ++asked;
    return new Promise((done, fail) => {
        const timer = setTimeout(() => waiting.has(id) && dismiss("this took too long and was stopped"), PATIENCE);
        const over = work => result => {
            clearTimeout(timer);
            work(result);
        };
        waiting.set(id, { done: over(done), fail: over(fail) });
        document.body.classList.add("busy");
        worker.postMessage({ id, name, given });
    });
}

const settings = () => ({ ruleset: $("ruleset").value || undefined, rulesets: own, name: fileName });

/* ---- the text ---- */

const past = [];
let ahead = [];
let noted = "";

/* Keeps the text as it was, to come back to. */
function note() {
    if (source.value === noted)
        return;
    past.push(noted);
    let size = past.reduce((sum, one) => sum + one.length, 0);
    while (past.length > 1 && (past.length > 200 || size > 8 * MOST))
        size -= past.shift().length;
    ahead = [];
    noted = source.value;
    $("undo").disabled = past.length === 0;
    $("redo").disabled = true;
}

/* Exchanges the text; the same game is shown, unless WHICH is another. */
function put(text, path, which = judged ? judged.number : null) {
    const cursor = source.selectionStart;
    note();
    source.value = text;
    source.setSelectionRange(cursor, cursor);
    note();
    return judge(path, which);
}

function goBack(from, to) {
    if (from.length === 0)
        return;
    to.push(source.value);
    source.value = noted = from.pop();
    $("undo").disabled = past.length === 0;
    $("redo").disabled = ahead.length === 0;
    judge(pathTo(at), judged ? judged.number : null);
}

/* Exchanges parts of the text, the last one first. */
function edited(text, edits) {
    for (const { from, to, text: other } of [...edits].sort((a, b) => b.from - a.from))
        text = text.slice(0, from) + other + text.slice(to);
    return text;
}

function say(text, bad) {
    $("verdict").textContent = text;
    $("verdict").className = bad ? "bad" : "";
}

const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function verdictWords({ count, plies, diagnostics, stopped, told, number, large }) {
    const of = kind => diagnostics.filter(one => one.severity === kind).length;
    const words = ["error", "question", "warning", "note"].filter(kind => of(kind) > 0).map(kind => counted(of(kind), kind));
    const found = words.length > 0 ? words.join(", ") : count > 0 ? "all legal" : "no record found";
    const all = count > 1 ? `, game ${number} is shown` : "";
    return [`${counted(count, "game")}, ${counted(plies, "turn")}: ${found}${all}${
        stopped ? "; the rest is not judged" : ""}.`, large ? "The game has too many turns to be shown." : "", told.trim()].filter(one => one).join("\n");
}

let latest = 0;
let judging = 0;

/* Judges the text, and shows what was found; PATH is the node to show, as the turns that lead there; null: the first
   fault.  WHICH game, 0: the first with one, or else with turns. */
async function judge(path = pathTo(at), which = null) {
    judging++;
    await judgeText(path, which).finally(() => judging--);
}

let since = 0; /* when the question that waits was asked */

async function judgeText(path, which) {
    const text = source.value;
    const turn = ++latest;
    if (since > 0 && performance.now() - since > 4 * SETTLED)
        dismiss("the text has changed");
    clearTimeout(settling);
    settling = null;
    if (text.length > MOST)
        return showNoGame(`This text has ${Math.round(text.length / 1e6)} million characters, too many for this page; use catasta check.`, true);
    if (text.includes("\0"))
        return showNoGame("This is not text: it contains NUL characters.", true);
    if (text.trim() === "")
        return showNoGame("Paste a record, drop a file, or begin a new game.", false);
    const line = text.slice(0, source.selectionStart).split("\n").length;
    let answer;
    try {
        since = performance.now();
        answer = await ask("judge", { text, options: settings(), which: which ?? undefined, line });
    } catch (error) {
        return turn === latest ? showNoGame(begin(error.message), true) : undefined;
    } finally {
        since = turn === latest ? 0 : since;
    }
    if (turn !== latest)
        return undefined;
    judged = { text, ...answer, diagnostics: [...answer.diagnostics, ...questionsIn(text)].sort((a, b) => a.from - b.from) };
    say(verdictWords(judged), answer.status !== 0);
    listFaults();
    listChoices();
    if (answer.page === null)
        return showNoGame(null);
    const fresh = !document.body.dataset.game;
    take(new DOMParser().parseFromString(answer.page, "text/html"));
    $("welcome").hidden = true;
    await open(1);
    document.body.dataset.game = "1";
    if (game.nodes && !(path === null && showFirstFault())) {
        const node = nodeOf(path ?? []);
        show(fresh && node === 0 && game.open ? mainEnd(0) : node, true); // the start of a field is an empty table
    } else if (!game.nodes) {
        markPlaces();
    }
    await offer();
}

function showNoGame(words, bad) {
    if (words !== null) {
        say(words, bad);
        judged = null;
        $("faults").replaceChildren();
        $("typed").hidden = true;
    }
    games = [];
    game = undefined;
    document.title = "Referee – catasta";
    delete document.body.dataset.game;
    stop();
    for (const id of ["frame", "layers", "lists", "standing", "notes", "status", "record", "title", "about", "choices"])
        $(id).replaceChildren();
    $("steps").hidden = $("scrub").hidden = $("words").hidden = $("level").hidden = $("entry").hidden = $("trouble").hidden = true;
    $("welcome").hidden = source.value.trim() !== "";
    markPlaces();
}

/* The turns that lead to a node, and the node that such a path leads to, as far as it is there. */
function pathTo(index) {
    const path = [];
    for (let one = index; game && game.nodes && game.nodes[one] && one > 0; one = game.nodes[one].p)
        path.unshift(game.nodes[one].t);
    return path;
}

function nodeOf(path) {
    let index = 0;
    for (const turn of path) {
        let next = game.nodes[index].e;
        while (next !== undefined && game.nodes[next].t !== turn)
            next = game.nodes[next].a;
        if (next === undefined)
            break;
        index = next;
    }
    return index;
}

/* ---- places in the text ---- */

/* Marks what was found, and the turn that is shown. */
function markPlaces() {
    const text = source.value;
    const fresh = judged && judged.text === text && text.length <= MARKED;
    const spans = !fresh ? [] : judged.diagnostics.map(one => ({ from: one.from, to: Math.max(one.to, one.from + 1), kind: one.severity }));
    const node = fresh && game && game.nodes ? judged.nodes[at] : null;
    if (node && at > 0)
        spans.push({ from: node.from, to: node.to, kind: "here" });
    const ends = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
    const parts = [];
    let done = 0;
    for (const [i, from] of ends.entries()) {
        const kinds = spans.filter(one => one.from <= from && from < one.to).map(one => one.kind);
        if (kinds.length === 0)
            continue;
        parts.push(text.slice(done, from), make("mark", kinds.join(" "), text.slice(from, done = ends[i + 1])));
    }
    $("marks").replaceChildren(...parts, text.length <= MARKED ? `${text.slice(done)}\n` : "");
    $("marks").scrollTop = source.scrollTop;
}

/* Shows a place of the text. */
function reveal(from, to, focus) {
    if (focus && matchMedia("(hover: hover)").matches)
        source.focus();
    else if (focus)
        $("sheet").scrollIntoView({ block: "nearest" });
    source.setSelectionRange(from, to);
    const lead = source.value.slice(0, from);
    const range = document.createRange();
    let left = from;
    const walker = document.createTreeWalker($("marks"), NodeFilter.SHOW_TEXT);
    let top = lead.split("\n").length * 1.5 * parseFloat(getComputedStyle(source).fontSize);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (left <= node.length) {
            range.setStart(node, left);
            top = range.getBoundingClientRect().top - $("marks").getBoundingClientRect().top + $("marks").scrollTop;
            break;
        }
        left -= node.length;
    }
    if (top < source.scrollTop + 20 || top > source.scrollTop + source.clientHeight - 40)
        source.scrollTop = Math.max(0, top - source.clientHeight / 3);
    $("marks").scrollTop = source.scrollTop;
}

/* The node at a place of the text. */
function nodeAt(place) {
    if (!judged || judged.text !== source.value || !game || !game.nodes)
        return -1;
    return judged.nodes.findIndex((node, index) => index > 0 && node.from <= place && place <= node.to);
}

/* ---- what was found ---- */

function repairButton(diagnostic, repair) {
    const gone = repair.edits.map(edit => judged.text.slice(edit.from, edit.to)).join(" … ");
    const words = repair.edits.map(edit => edit.text.trim()).filter(one => one).join(" … ");
    const verb = words ? "Apply " : "Remove ";
    const button = make("button", "proposal", make("span", "verb", verb), isolated("", words || gone), make("small", "", ` (${repair.confidence})`));
    button.setAttribute("aria-label", `${verb}${clean(words || gone)} (${repair.confidence})`);
    button.type = "button";
    button.addEventListener("click", () => put(edited(judged.text, repair.edits)));
    if (repair.turn && game && game.nodes)
        for (const kind of ["pointerenter", "focus"])
            button.addEventListener(kind, () => $("frame").firstElementChild && propose(repair.turn));
    for (const kind of ["pointerleave", "blur"])
        button.addEventListener(kind, () => $("frame").firstElementChild && propose(""));
    return button;
}

/* What the rule says, with its boards, which is asked for when it is opened. */
function explanation(id) {
    const box = make("details", "why", make("summary", "", id));
    box.addEventListener("toggle", async () => {
        if (!box.open || box.children.length > 1)
            return;
        try {
            const answer = await ask("explain", { id });
            const article = document.importNode(new DOMParser().parseFromString(answer, "text/html").querySelector("article"), true);
            article.removeAttribute("id");
            article.querySelector("h2").remove();
            if (box.children.length === 1)
                box.append(article);
        } catch (error) {
            say(begin(error.message), true);
        }
    });
    return box;
}

function faultItem(one) {
    const place = make("button", "place", make("span", "where", `${one.line}:${one.column}`), make("b", "", `${begin(one.severity)}: `),
        isolated("", one.message));
    place.type = "button";
    place.title = "Show it in the text";
    place.addEventListener("click", async () => {
        if (one.game && one.game !== judged.number)
            await judge([], one.game);
        const node = nodeAt(one.from);
        if (node > 0)
            show(node, true);
        reveal(one.from, one.to, true);
    });
    const proposals = one.repairs.filter(repair => repair.edits.length > 0).map(repair => repairButton(one, repair));
    return make("li", `fault ${one.severity}`, place, ...proposals, ...(one.question ? [dismissButton(one.question)] : []), explanation(one.id));
}

const SEVERITIES = ["error", "question", "warning", "note"];

/* The worst first, each kind in the order of the text; notes are folded. */
function listFaults() {
    const { diagnostics } = judged;
    const of = kind => diagnostics.filter(one => one.severity === kind);
    const listed = SEVERITIES.slice(0, -1).flatMap(of);
    const notes = of("note");
    const folded = make("details", "", make("summary", "", counted(notes.length, "note")),
        make("ol", "", ...notes.slice(0, 200).map(faultItem)));
    $("faults").replaceChildren(...listed.slice(0, 200).map(faultItem),
        ...(listed.length > 200 ? [make("li", "", `… and ${listed.length - 200} more`)] : []),
        ...(notes.length > 0 ? [make("li", "", folded)] : []));
    $("typed").hidden = judged.text === copied || !diagnostics.some(mayBeTyped);
    $("mend").disabled = !diagnostics.some(one => one.repairs.some(repair => repair.confidence === "certain"));
}

/* Shows the first error of the game on the board, with what is proposed; false: there is none at a turn. */
function showFirstFault() {
    const fault = judged.diagnostics.find(one => one.severity === "error" && one.game === judged.number && nodeAt(one.from) > 0);
    if (!fault)
        return false;
    show(nodeAt(fault.from), true);
    propose(fault.repairs.find(repair => repair.turn)?.turn ?? "");
    return true;
}

/* What is wrong with the turn shown, below the board, and the best that may be put in its place; the list has all. */
function showTrouble() {
    const node = game && game.nodes && at > 0 && judged && judged.text === source.value ? judged.nodes[at] : null;
    const fault = node && judged.diagnostics.find(one => one.severity === "error" && one.game === judged.number && node.from <= one.from && one.from <= node.to);
    $("trouble").hidden = !fault;
    $("trouble").replaceChildren(...(fault ? [make("p", "", make("b", "", "Refused: "), isolated("", fault.message)),
        ...(game.nodes[at].f || []).filter(isWorse).slice(0, 1).flatMap(index => lines(game.faults[index][3]).map(faultNote)),
        ...fault.repairs.filter(repair => repair.edits.length > 0).slice(0, 1).map(repair => repairButton(fault, repair))] : []));
}

function listChoices() {
    const { games: all, number: chosen } = judged;
    $("one").hidden = all.length < 2;
    $("which").replaceChildren(...all.map(one => {
        const option = make("option", "", `${one.number}. ${one.players.map(player => clean(player ?? "?")).join(" – ")}${one.legal ? "" : " ✗"}`);
        option.value = one.number;
        option.selected = one.number === chosen;
        return option;
    }));
}

/* ---- typed text ---- */

const QUESTIONS = 200;
let questions = [];            /* about the last copy */
let copied = null;             /* the last copy */

/* Text that is not notation; a turn that can be repaired is a slip. */
const mayBeTyped = one => one.severity === "error" && one.id.startsWith("syntax/") && (one.id !== "syntax/turn" || one.repairs.length === 0);

/* Without white space, since the copy has other lines. */
const squeezed = text => text.replace(/\s+/g, "");

/* What ONE asks about TEXT, and how that is found in the copy: talk is a comment there, without closing braces. */
function questionOf(one, text, changes) {
    const asked = text.slice(one.from, one.to);
    const change = changes.find(({ from, to }) => from <= one.from && one.to <= to);
    const talk = change?.kind === "typed/talk" ? squeezed(change.was.replaceAll("}", ")")) : null;
    const words = talk === null ? squeezed(change?.now || asked) : `{${talk}}`;
    const skip = talk === null ? 0 : 1 + squeezed(text.slice(change.from, one.from)).length;
    return { words, skip, length: talk === null ? words.length : squeezed(asked).length, id: one.id, message: one.message };
}

/* The questions at their places in TEXT, in order; not those whose words have changed. */
function questionsIn(text) {
    if (questions.length === 0 || text.length > MARKED)
        return [];
    const places = [...text.matchAll(/\S/g)].map(one => one.index);
    const all = squeezed(text);
    let before = 0;
    return questions.flatMap(question => {
        const { words, skip, length, id, message } = question;
        const found = all.indexOf(words, before);
        if (found < 0)
            return [];
        before = found;
        const from = places[found + skip];
        const to = places[found + skip + length - 1] + 1;
        const lines = text.slice(0, from).split("\n");
        return [{ severity: "question", id, message, line: lines.length, column: [...lines.at(-1)].length + 1, from, to, repairs: [], question }];
    });
}

function dismissButton(question) {
    const button = make("button", "proposal", "Dismiss");
    button.type = "button";
    button.title = "Leave the record as it is here";
    button.addEventListener("click", () => {
        questions = questions.filter(one => one !== question);
        judge();
    });
    return button;
}

/* Puts the copy in place of the text. */
async function copyTyped() {
    const text = source.value;
    try {
        const copy = await ask("copy", { text, options: settings() });
        const changes = copy.games.flatMap(one => one.changes ?? []);
        questions = copy.diagnostics.filter(one => /^typed\/(unclear|several)$/.test(one.id)).slice(0, QUESTIONS)
            .map(one => questionOf(one, text, changes));
        copied = copy.text;
        fileName = fileName.replace(/(\.[^.]*)?$/, ".sgn");
        await put(copied, [], 1);
    } catch (error) {
        say(begin(error.message), true);
    }
}

/* ---- turns ---- */

let legal = { moves: [] };     /* at the node shown, for what is typed */
let first = [];                /* what can be pointed at there */
let pointing = null;           /* the turn that is pointed at: see pointAt */
let offered = 0;

/* Asks for the turns that begin as what is typed, and for what can be pointed at. */
async function offer() {
    const prefix = $("turn").value;
    const mine = ++offered;
    let answer;
    if (!game || !game.nodes || !judged)
        return;
    try {
        answer = await ask("moves", { node: at, prefix });
    } catch {
        return;
    }
    if (mine !== offered)
        return;
    legal = { ...answer, prefix, node: at };
    first = answer.targets;
    $("entry").hidden = answer.toMove === 0 && pointing === null;
    showChoices();
}

function chip(kind, text, more, deed) {
    const button = make("button", kind, isolated("", text), more);
    button.type = "button";
    button.tabIndex = -1;
    button.addEventListener("click", deed);
    return button;
}

/* Turns to choose: all, as they are typed, or those that what was pointed at may mean; and what is drawn nowhere. */
function showChoices() {
    const { words = [], answer = { turns: [], targets: [] }, turn = null, name = legal.name } = pointing ?? {};
    const all = $("turn").value === "" ? legal.moves
        : [...legal.moves].sort((a, b) => Number(b.whole) - Number(a.whole) || a.text.length - b.text.length);
    const undrawn = (pointing ? answer.targets : first).filter(target => placesOf(target).length === 0);
    const chips = [...undrawn.map(target => chip("", target.name, " …", () => pointAt(target.name))), ...(pointing
        ? [...answer.turns].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).map(one => chip(one === turn ? "whole chosen" : "whole", one, "", () => playPointed(one)))
        : all.map(move => chip(move.whole ? "whole" : "", move.text, move.open ? " …" : "", () => choose(move))))];
    const left = chips.length - CHIPS;
    $("mover").textContent = name ? `${clean(name)}:` : "";
    $("add").textContent = turn ? "Done" : "Play";
    $("pointed").textContent = turn ? `${clean(turn)} is played. ${answer.turns.length > 1 ? "Point there again to change it. " : ""}${
        answer.targets.length > 0 ? "Go on, or press Done." : ""}` : words.length > 0 ? `${words.map(clean).join(", ")} …` : "";
    $("choices").replaceChildren(...chips.slice(0, CHIPS),
        ...(left > 0 ? [make("span", "more", `and ${left} more: type, or point at the board`)] : []));
    if (chips.length > 0)
        chips[0].tabIndex = 0;
    showTargets();
}

/* Pieces beside the board that TARGET means: of a hand those of the side to move only, of what is nobody's any. */
function tilesOf({ name }) {
    const sorted = text => (/^\+?[A-Z]{2}$/.test(text) ? text.replace(/[A-Z]+/, two => [...two].sort().join("")) : text);
    const held = [...$("standing").children].filter(one => one.parentNode === $("standing"));
    const own = held[legal.toMove - 1];
    const found = (box, texts) => [...box.querySelectorAll(".hand .tile, .tiles .tile")].filter(
        one => texts(one.getAttribute("aria-label")).some(text => sorted(text) === name));
    const side = game.seats[legal.toMove - 1]?.charAt(0).toLowerCase();
    const mine = own ? found(own, text => [text, side + text]) : [];
    const boxes = [...held.slice(game.seats.length), ...$("lists").children];
    const stacks = [...$("lists").querySelectorAll(".list.stacked")].filter(one => one.lastElementChild.textContent.endsWith(` ${name}`));
    return [...mine, ...boxes.flatMap(box => found(box, text => (mine.length > 0 ? [`+${text}`] : [`+${text}`, text]))), ...stacks];
}

const spotOfTarget = ({ name, x, y }) => (x === undefined ? spotOfName(name) : spotOfPlace(x, y));

/* Where TARGET is in the picture: on the board, or else elements. */
const placesOf = target => (spotOfTarget(target) ? [spotOfTarget(target)] : tilesOf(target));

/* A stack of the board, or a piece beside it, that is moved but not yet played. */
function ghostOf(name) {
    const position = positionAt(at);
    const slot = [...position.cells.keys()].find(one => boardOf(one) === 0 && (game.places[one] || [])[0] === name);
    const [element] = slot === undefined ? tilesOf({ name }) : [];
    const piece = element && kinds.find(kind => kind.text === element.getAttribute("aria-label") && (!kind.seat || kind.seat === legal.toMove));
    const bare = { ...position, to: new Set(), from: new Set() };
    return slot !== undefined ? cellParts(bare, slot, position.cells.get(slot), false)
        : !piece ? [] : piece.sign ? tileParts(piece, 0, 0, 0.95) : stackParts({ pieces: [piece], pawns: 0 });
}

/* What can be pointed at, and what was; the picture grows where that is outside. */
function showTargets() {
    const board = $("frame").firstElementChild;
    document.querySelectorAll("[data-target]").forEach(one => {
        ["data-target", "tabindex"].forEach(name => one.removeAttribute(name));
        one.classList.remove("pointable");
    });
    if (!game || !game.nodes)
        return;
    const targets = pointing ? pointing.answer.targets : first;
    const words = pointing ? pointing.words : [];
    document.body.classList.toggle("entering", targets.length > 0);
    document.body.classList.toggle("pointing", words.length > 0);
    for (const target of targets)
        for (const one of spotOfTarget(target) ? [] : tilesOf(target)) {
            one.dataset.target = target.name;
            one.setAttribute("tabindex", "0");
            one.classList.add("pointable");
        }
    if (!board)
        return;
    const empty = game.open && game.places.length === 0;
    $("stage").classList.toggle("listed", game.places.length === 0 && !empty);
    board.querySelectorAll(".target, .taken, .ghost, .bare").forEach(one => one.remove());
    const { cells } = positionAt(at);
    const taken = new Set([...cells].filter(([, cell]) => isThere(cell)).map(([slot]) => spotOf(slot % PLACES).map(tenths).join()));
    const moved = ([x, y]) => ({ transform: `translate(${tenths(x)} ${tenths(y)})` });
    const ring = (kind, spot) => draw("g", kind, moved(spot), draw("path", "", { d: outline(0.92) }));
    const drawn = targets.filter(spotOfTarget);
    const mark = target => {
        const spot = spotOfTarget(target);
        const one = taken.has(spot.map(tenths).join()) ? ring("target ring", spot)
            : draw("g", "target", moved(spot), draw("circle", "", { cx: 0, cy: 0, r: 0.13 * UNIT }));
        one.setAttribute("role", "button");
        one.setAttribute("aria-label", target.name);
        one.dataset.name = target.name;
        one.setAttribute("tabindex", "-1");
        return one;
    };
    const placed = pointing ? pointing.spots : [];
    const ghost = pointing && pointing.turn === null && placed.length > 0 && words.length > 1
        ? [draw("g", "ghost", moved(placed[placed.length - 1]), ...ghostOf(words[0]))] : [];
    const marks = drawn.map(mark);
    const below = marks.filter(one => one.matches(".ring")); // what stands there is seen
    const lowest = board.querySelector(".cell");
    if (lowest && !game.open)
        lowest.before(...below);
    board.append(...(empty ? bareGround() : []), ...ghost, ...marks.filter(one => !one.parentNode), ...placed.map(spot => ring("taken", spot)));
    grow(board, [...drawn.map(spotOfTarget), ...placed, ...(empty ? [[-2.2 * UNIT, -1.6 * UNIT], [2.2 * UNIT, 1.6 * UNIT]] : [])]);
}

/* An open field before anything is there: a place and those around it. */
const bareGround = () => [[0, 0], [2, 0], [-2, 0], [1, 1], [1, -1], [-1, 1], [-1, -1]].map(([x, y]) =>
    draw("path", "bare", { d: outline(0.92, ...spotOfPlace(game.square ? 2 * x : x, y)) }));

/* Widens the picture of BOARD to SPOTS. */
function grow(board, spots) {
    const [x, y, width, height] = board.box;
    const edge = (pick, index, from) => pick(from, ...spots.map(spot => spot[index] + (pick === Math.min ? -0.65 : 0.65) * UNIT));
    const [left, top, right, bottom] = [edge(Math.min, 0, x), edge(Math.min, 1, y), edge(Math.max, 0, x + width), edge(Math.max, 1, y + height)];
    if (left < x || top < y || right > x + width || bottom > y + height)
        look(board, [left, top, right - left, bottom - top].map(tenths));
}

/* Rows have letters, and cells of a row numbers: where a cell lies that is not on the board yet follows from others. */
const row = letters => [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);

function placeOf(name) {
    const [, letters, figures] = /^([a-z]+)(\d+)$/.exec(name);
    return [row(letters), Number(figures)];
}

function spotOfPlace(x, y) {
    const turn = flipped ? -1 : 1;
    return [turn * x / 2 * UNIT, -turn * y * UNIT * (game.square ? 1 : Math.sqrt(3) / 2)];
}

/* Where NAME is drawn; null: that cannot be known, or it is not a cell. */
function spotOfName(name) {
    const known = game.places.findIndex(([other]) => other === name);
    if (known >= 0)
        return spotOf(known);
    if (!game.open || !/^[a-z]+\d+$/.test(name))
        return null;
    if (game.places.length === 0)
        return [0, 0];
    const [r, n] = placeOf(name);
    const [one] = game.places;
    const [r0, n0] = placeOf(one[0]);
    const x = one[1] + 2 * (n - n0) - (game.square ? 0 : r - r0);
    return spotOfPlace(x, one[2] + r - r0);
}

/* The board was clicked: of what can be pointed at the nearest. */
function pointNear({ clientX, clientY }) {
    const board = $("frame").firstElementChild;
    if (!board || !game || !game.nodes)
        return;
    const spot = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
    const near = targets => {
        const far = targets.filter(target => spotOfTarget(target)).map(target => {
            const [x, y] = spotOfTarget(target);
            return { name: target.name, far: Math.hypot(x - spot.x, y - spot.y) };
        }).filter(one => one.far < 0.55 * UNIT);
        return far.length > 0 ? far.reduce((a, b) => (b.far < a.far ? b : a)).name : null;
    };
    const again = pointing ? [{ name: pointing.words[pointing.words.length - 1] }].map(one => ({ ...pointing.at, ...one })) : [];
    const name = (pointing && near([...pointing.answer.targets, ...again])) ?? near(first);
    if (name === null)
        leavePointing();
    else
        pointAt(name);
}

/* Where pointing begins: the game as it is, at the node shown. */
const fromHere = () => ({ judged, game, text: source.value, path: pathTo(at), node: at, count: legal.number, past: past.length });

let queue = Promise.resolve();

/* NAME was pointed at, as one more of .words from .base on: what that makes is .answer, and of its turns .turn is played.
   What cannot follow begins the next turn. */
function pointAt(name) {
    queue = queue.then(() => goOn(name)).catch(error => { $("advice").textContent = begin(error.message); });
    return queue;
}

async function goOn(name) {
    const follows = pointing && [...pointing.answer.targets.map(target => target.name), pointing.words[pointing.words.length - 1]].includes(name);
    const { base, words, spots, turn } = follows ? pointing : { base: fromHere(), words: [], spots: [], turn: null };
    const again = words.length > 0 && words[words.length - 1] === name;
    const target = (follows ? pointing.answer.targets : first).find(one => one.name === name) ?? (again ? pointing.at : null);
    if (!target || !judged || judged.text !== source.value || (again && pointing.answer.turns.length === 0)) {
        leavePointing();
        return;
    }
    const spot = spotOfTarget(target);
    const answer = await ask("point", { node: base.node, words: [...words, name] });
    $("advice").textContent = "";
    $("turn").value = "";
    pointing = { base, words: [...words, name], spots: again || !spot ? spots : [...spots, spot], at: target, answer, turn, name: follows ? pointing.name : legal.name };
    if (answer.turns.length > 0)
        await playPointed(answer.turns[0]);
    else
        showChoices();
}

/* Plays a turn that was pointed at, in place of the one before; when nothing can change it any more the next begins. */
async function playPointed(turn) {
    const { base, answer, turn: before } = pointing;
    pointing.turn = turn;
    pointing.spots = [];
    await insertTurn(base, turn, before !== null && before !== turn);
    if (pointing && answer.turns.length === 1 && answer.targets.length === 0)
        pointing = null;
    await offer();
    announce(false);
}

function leavePointing() {
    pointing = null;
    $("advice").textContent = "";
    offer();
}

/* A turn is played, or gone on with. */
function choose(move) {
    const again = $("turn").value === move.text;
    if (move.whole && (!move.open || again)) {
        playTurn(move.text);
        return;
    }
    $("turn").value = move.text;
    offer();
}

function clearEntry() {
    $("turn").value = "";
    $("advice").textContent = "";
    pointing = null;
    legal = { moves: [] };
    first = [];
}

/* Plays what was typed, if it is legal. */
async function playTurn(turn) {
    const base = fromHere();
    const typed = document.activeElement === $("turn");
    if (!judged || judged.text !== source.value || !game || !game.nodes)
        return;
    const fault = await ask("attempt", { node: at, turn }).catch(error => ({ message: error.message, advice: "" }));
    if (fault !== null) {
        $("advice").textContent = begin([fault.message, fault.advice].filter(one => one).join(": "));
        return;
    }
    clearEntry();
    await insertTurn(base, turn, false);
    announce(false);
    if (typed)
        $("turn").focus({ preventScroll: true });
}

/* Puts TURN after the node of BASE, in place of the one that was put there or not; where the line goes on, as a
   variation.  One that is there already is shown. */
async function insertTurn(base, turn, replaces) {
    const { path, node, text } = base;
    const { next, depth, behind } = base.judged.nodes[node];
    const there = Object.values(base.game.nodes).some(one => one.p === node && one.t === turn);
    if (replaces) {
        past.length = Math.min(past.length, base.past);
        source.value = noted = text;
    }
    if (there && !replaces) {
        show(nodeOf([...path, turn]), false);
        return;
    }
    const starts = node === 0 || base.judged.nodes[node].number !== base.count;
    const words = starts ? `${base.count}. ${turn}` : turn;
    const place = next < 0 && depth === 0 ? base.judged.game.result.from : next < 0 ? behind : base.judged.nodes[next].behind;
    const before = text.slice(0, place);
    const lead = /\n$|^$/.test(before) ? "" : "\n";
    const more = lead + (next < 0 ? words : `(${words})`) + (/^\n/.test(text.slice(place)) ? "" : "\n");
    const changed = there ? text : before + more + text.slice(place);
    await put(there ? text : await tidied(text, changed), [...path, turn]);
    await writeResult();
}

/* The result, where the board has one and the record still says that there is none. */
async function writeResult() {
    const { from, to } = judged && judged.game ? judged.game.result : { from: 0, to: 0 };
    if (source.value.slice(from, to) === "*" && judged.game.outcome !== "*")
        await put(edited(source.value, [{ from, to, text: judged.game.outcome }]));
}

/* CHANGED in canonical form, if TEXT was in it, or had nothing yet. */
async function tidied(text, changed) {
    try {
        const [was, is] = [await ask("fmt", { text, options: settings() }), await ask("fmt", { text: changed, options: settings() })];
        return is.text !== null && was.text !== null && was.text.trim() === text.trim() ? is.text : changed;
    } catch {
        return changed;
    }
}

/* ---- files ---- */

/* The text of a file, whatever its encoding; it is refused if it is none. */
function decoded(bytes) {
    const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
    if (wide)
        return new TextDecoder(wide).decode(bytes);
    if (bytes.includes(0))
        return null;
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        const text = new TextDecoder("windows-1252").decode(bytes);
        const odd = text.match(/[\u0001-\u0008\u000e-\u001f]/g);
        return odd && odd.length > text.length / 100 ? null : text;
    }
}

async function openFile(file) {
    if (file.size > MOST) {
        say(`${file.name} has ${Math.round(file.size / 1e6)} MB, too much for this page; use catasta check.`, true);
        return;
    }
    const text = decoded(new Uint8Array(await file.arrayBuffer()));
    if (text === null)
        say(`${file.name} is not text.`, true);
    else if (/\.ya?ml$/i.test(file.name))
        await openRuleset(file.name, text);
    else {
        fileName = file.name;
        saved = text;
        await put(text, null, 0);
    }
}

/* A ruleset is known from now on, by the name of its file, and used for records that name none. */
async function openRuleset(file, yaml) {
    const name = file.replace(/\.ya?ml$/i, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "own";
    const problems = await ask("ruleset", { yaml, options: { name: `${name}.yaml`, rulesets: own } }).catch(error =>
        [{ severity: "error", line: 1, column: 1, message: error.message, advice: "" }]);
    const errors = problems.filter(one => one.severity === "error");
    if (errors.length > 0) {
        say([`${file} cannot be used as a ruleset.`, ...errors.slice(0, 20).map(one =>
            `${one.line}:${one.column}: ${one.message}${one.advice ? ` (${one.advice})` : ""}`)].map(clean).join("\n"), true);
        return;
    }
    own[name] = yaml;
    if (![...$("ruleset").options].some(option => option.value === name))
        $("ruleset").append(make("option", "", name));
    $("ruleset").lastElementChild.value ||= name;
    $("ruleset").value = name;
    if (source.value.trim() === "")
        await beginGame();
    else
        await judge();
}

/* ---- a new game ---- */

let seed = 0;
let usual = 0;                 /* how many play by the ruleset, if nobody says */
let asking = 0;

const seed32 = () => crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;

function field(tag, words, text) {
    const input = make("input", "");
    input.id = `tag-${tag}`;
    input.dataset.tag = tag;
    input.value = text;
    input.maxLength = 500;
    const label = make("label", "", words);
    label.htmlFor = input.id;
    return make("p", "", label, input);
}

/* One of the ruleset's own options: a word of some, a number of a range, or any text. */
function option({ name, value, about, words, least, most }) {
    const row = field(name, begin(name.replace(/[._]/g, " ")), value);
    const input = words === undefined ? row.lastChild : make("select", "", ...words.split(" ").map(word => make("option", "", word)));
    row.lastChild.replaceWith(input);
    input.id = `tag-${name}`;
    input.value = value;
    input.dataset.option = name;
    input.dataset.usual = value;
    input.title = about;
    delete input.dataset.tag;
    if (most !== undefined)
        Object.assign(input, { type: "number", min: least, max: most });
    return row;
}

/* Asks for what the chosen ruleset takes with that many players, 0: as many as usual; names stay. */
async function askSetup(players) {
    const mine = ++asking;
    const names = [...$("people").querySelectorAll("input")].map(one => one.value);
    $("start").disabled = true;
    refuse("");
    let setup;
    try {
        setup = await ask("setup", { name: $("kind").value, players, seed, options: settings() });
    } catch (error) {
        return mine === asking ? refuse(begin(error.message)) : undefined;
    }
    if (mine !== asking)
        return undefined;
    if (players === 0)
        usual = setup.seats.length;
    $("crowd").replaceChildren(...setup.players.map(count => make("option", "", String(count))));
    $("crowd").value = setup.seats.length;
    $("crowd").parentNode.hidden = setup.players.length < 2;
    $("people").replaceChildren(...setup.seats.map((seat, i) => field(`Player${i + 1}`, clean(seat), names[i] ?? "")));
    $("deal").replaceChildren(...setup.tags.map(({ name, value }) => field(name, name, value)));
    $("again").parentNode.hidden = !setup.dealt;
    $("options").hidden = setup.options.length === 0;
    if (players === 0)
        $("options").lastChild.replaceChildren(...setup.options.map(option));
    $("start").disabled = false;
    return undefined;
}

/* Says why a game cannot begin, and which tag is at fault. */
function refuse(words, tag) {
    $("refusal").textContent = words;
    $("fresh").querySelectorAll("[aria-invalid]").forEach(one => one.removeAttribute("aria-invalid"));
    const input = [...$("fresh").querySelectorAll("input")].find(one => one.dataset.tag === tag);
    input?.setAttribute("aria-invalid", "true");
    input?.focus();
}

/* Asks what game is to begin; nothing changes before it does. */
function beginGame() {
    const known = [...$("ruleset").options].slice(1).map(one => {
        const option = make("option", "", one.textContent);
        option.value = one.value;
        return option;
    });
    $("kind").replaceChildren(...known);
    $("kind").value = $("ruleset").value || judged?.game?.ruleset || known[0].value;
    if ($("kind").selectedIndex < 0)
        $("kind").selectedIndex = 0;
    $("people").replaceChildren();
    $("changes").value = "";
    seed = seed32();
    $("fresh").showModal();
    return askSetup(0);
}

/* The tags, as they were filled in: who has no name is "?" where others have, or where that says how many play. */
function tagsWanted() {
    const people = [...$("people").querySelectorAll("input")];
    const named = people.some(one => one.value.trim() !== "") || people.length !== usual;
    const changed = [...$("options").querySelectorAll("[data-option]")].filter(one => one.value.trim() !== one.dataset.usual)
        .map(one => `${one.dataset.option}=${one.value.trim()}`);
    const said = one => [...(one.dataset.tag === "Rules" ? changed : []), one.value.trim()].filter(text => text !== "").join(" ");
    return Object.fromEntries([...$("fresh").querySelectorAll("input[data-tag]")].map(one =>
        [one.dataset.tag, said(one) || (named && people.includes(one) ? "?" : "")]).filter(([, text]) => text !== ""));
}

async function startGame() {
    const name = $("kind").value;
    const { text, message, advice, tag } = await ask("begin", { name, tags: tagsWanted(), options: settings() })
        .catch(error => ({ message: error.message }));
    if (text === undefined) {
        refuse([message, advice].filter(one => one).map(clean).join(": "), tag);
        return;
    }
    $("fresh").close();
    fileName = "game.sgn";
    await put(text, [], 1);
}

function save() {
    const link = make("a", "");
    link.href = URL.createObjectURL(new Blob([source.value], { type: "text/plain" }));
    link.download = fileName;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    saved = source.value;
    say(`${clean(fileName)} was saved to the download folder of this browser.`, false);
}

async function rewrite(fix) {
    const { text, told } = await ask("fmt", { text: source.value, options: { ...settings(), fix } }).catch(
        error => ({ text: null, told: begin(error.message) }));
    if (text === null)
        say(told.split("\n")[0], true);
    else
        await put(text);
}

/* ---- what is done ---- */

let settling = null;

source.addEventListener("input", () => {
    markPlaces();
    clearTimeout(settling);
    settling = setTimeout(() => {
        const fresh = judged === null;
        note();
        judge(fresh ? null : undefined, fresh ? 0 : null);
    }, source.value.length > MARKED ? 4 * SETTLED : SETTLED);
});
source.addEventListener("scroll", () => {
    $("marks").scrollTop = source.scrollTop;
});
for (const kind of ["click", "keyup"])
    source.addEventListener(kind, event => {
        if (kind === "keyup" && !/^(Arrow|Home|End|Page)/.test(event.key))
            return;
        const node = nodeAt(source.selectionStart);
        if (node > 0 && node !== at)
            show(node, true);
        else if (judged && judged.games.length > 1 && judged.text === source.value && judged.game &&
            (source.selectionStart < judged.game.from || source.selectionStart > judged.game.to))
            judge([]);
    });

$("load").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", async () => {
    for (const file of $("file").files)
        await openFile(file);
    $("file").value = "";
});
$("begin").addEventListener("click", beginGame);
$("kind").addEventListener("change", () => askSetup(0));
$("crowd").addEventListener("change", () => askSetup(Number($("crowd").value)));
$("again").addEventListener("click", () => {
    seed = seed32();
    askSetup(Number($("crowd").value));
});
$("cancel").addEventListener("click", () => $("fresh").close());
$("fresh").addEventListener("submit", event => {
    event.preventDefault();
    startGame();
});
$("undo").addEventListener("click", () => (note(), goBack(past, ahead)));
$("redo").addEventListener("click", () => goBack(ahead, past));
$("mend").addEventListener("click", () => rewrite("certain"));
$("typed").addEventListener("click", copyTyped);
$("tidy").addEventListener("click", () => rewrite(undefined));
$("save").addEventListener("click", save);
$("ruleset").addEventListener("change", () => (source.value.trim() === "" && $("ruleset").value ? beginGame() : judge()));
$("which").addEventListener("change", () => {
    judge([], Number($("which").value)).then(() => judged && judged.game && reveal(judged.game.from, judged.game.from, false));
});
$("entry").addEventListener("submit", event => {
    event.preventDefault();
    const turn = $("turn").value.trim();
    if (turn !== "")
        playTurn(turn);
    else if (pointing)
        leavePointing();
});
$("turn").addEventListener("input", () => {
    $("advice").textContent = "";
    pointing = null;
    offer();
});
/* The rest that all turns have in common is filled in. */
$("turn").addEventListener("keydown", event => {
    const texts = legal.moves.map(move => move.text);
    if (event.key !== "Tab" || event.shiftKey || texts.length === 0 || $("turn").value === "")
        return;
    let common = texts[0];
    for (const text of texts)
        while (!text.startsWith(common))
            common = common.slice(0, -1);
    if (common.length > $("turn").value.length) {
        event.preventDefault();
        $("turn").value = common;
        offer();
    }
});
/* Turns are one stop of the Tab key, and arrows go through them. */
$("choices").addEventListener("keydown", event => {
    const chips = [...$("choices").querySelectorAll("button")];
    const now = chips.indexOf(event.target);
    const next = { ArrowRight: now + 1, ArrowDown: now + 1, ArrowLeft: now - 1, ArrowUp: now - 1, Home: 0, End: chips.length - 1 }[event.key];
    if (next === undefined)
        return;
    event.preventDefault();
    event.stopPropagation();
    if (!chips[next])
        return;
    event.target.tabIndex = -1;
    chips[next].tabIndex = 0;
    chips[next].focus();
});
for (const id of ["entry", "frame"])
    $(id).addEventListener("keydown", event => {
        if (event.key === "Escape" && game && game.nodes) {
            clearEntry();
            offer();
        }
    });
let pressed = null;
$("frame").addEventListener("pointerdown", event => {
    pressed = event.button === 0 ? [event.clientX, event.clientY] : null;
});
$("frame").addEventListener("click", event => {
    if (pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 10)
        pointNear(event);
});
for (const id of ["standing", "lists"])
    for (const kind of ["click", "keydown"])
        $(id).addEventListener(kind, event => {
            const target = event.target.closest("[data-target]");
            if (target && (kind === "click" || event.key === "Enter"))
                pointAt(target.dataset.target);
        });
/* A cell of the board that has the focus is pointed at by the enter key. */
$("frame").addEventListener("keydown", event => {
    const cell = event.target.closest(".cell, .target");
    if (!cell || event.key !== "Enter")
        return;
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    pointNear({ clientX: (left + right) / 2, clientY: (top + bottom) / 2 });
});

/* Whenever another node is shown, its turns are offered, and its place is marked. */
let shownNode = null;
new MutationObserver(() => {
    if (!game || !game.nodes || !judged)
        return;
    if (shownNode !== `${latest}.${at}`) {
        shownNode = `${latest}.${at}`;
        const kept = pointing && pointing.turn && pathTo(at).join("\n") === [...pointing.base.path, pointing.turn].join("\n");
        if (!kept)
            clearEntry();
        markPlaces();
        showTrouble();
        offer();
        const node = judged.nodes[at];
        if (at > 0 && node && document.activeElement !== source && judged.text === source.value)
            revealQuietly(node.from, node.to);
    } else {
        showTargets();
    }
}).observe($("frame"), { childList: true });

/* Scrolls, and leaves the cursor where it is. */
function revealQuietly(from, to) {
    const [begin, end] = [source.selectionStart, source.selectionEnd];
    reveal(from, to, false);
    source.setSelectionRange(begin, end);
}

document.addEventListener("keydown", event => {
    const { key } = event;
    if (!(event.ctrlKey || event.metaKey) || event.altKey)
        return;
    const deed = { z: event.shiftKey ? "redo" : "undo", y: "redo", s: "save" }[key.toLowerCase()];
    if (!deed || (event.target.closest("input") && deed !== "save"))
        return;
    event.preventDefault();
    $(deed).click();
});
for (const kind of ["dragenter", "dragover"])
    document.addEventListener(kind, event => {
        event.preventDefault();
        document.body.classList.add("dropping");
    });
for (const kind of ["dragleave", "drop"])
    document.addEventListener(kind, () => document.body.classList.remove("dropping"));
document.addEventListener("drop", async event => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    const text = event.dataTransfer.getData("text/plain");
    for (const file of files)
        await openFile(file);
    if (files.length === 0 && text)
        await put(text, null, 0);
});
window.addEventListener("beforeunload", event => {
    if (source.value !== saved && source.value.trim() !== "")
        event.preventDefault();
});

/* Hands are at the table. */
$("lists").after($("trouble"), $("standing"), $("notes"));
$("scrub").before($("entry"));
$("view").prepend($("welcome"));
for (const [key, words] of [["Ctrl+Z", "undo a change of the record"], ["Ctrl+Y", "redo it"], ["Ctrl+S", "save the record"],
    ["Tab", "complete a turn as far as it is unambiguous"], ["Esc", "clear the turn"]])
    $("keys").querySelector("dl").append(make("dt", "", make("kbd", "", key)), make("dd", "", words));
/* The last positions of the examples, while nothing else is asked for. */
async function drawExamples() {
    for (const { textContent, picture } of document.querySelectorAll("script.example")) {
        const page = await ask("example", { text: textContent }).catch(() => null);
        if (page === null || judging > 0 || source.value !== "")
            return;
        take(new DOMParser().parseFromString(page, "text/html"));
        const mine = games;
        const example = await load(1).catch(() => null); // another game was taken meanwhile
        if (example === null || games !== mine || judging > 0)
            return;
        game = example;
        at = mainEnd(0);
        game.nodes[at].reach = game.range;
        const { cells, lists } = positionAt(at);
        picture.append(...(cells.size > 0 ? [boardOfPosition({ ...positionAt(at), arrows: [], taken: [] }, 0, false)]
            : lists.filter(list => list.stacked).map(list => make("span", "list stacked", make("span", "tiles", ...tiles(list))))));
        game = undefined;
        games = [];
        at = 0;
    }
}

$("undo").disabled = $("redo").disabled = $("mend").disabled = true;
showNoGame("Loading.", false);
startUp().then(({ version, rulesets }) => {
    $("ruleset").append(...rulesets.map(([name, title]) => {
        const option = make("option", "", clean(title));
        option.value = name;
        return option;
    }));
    $("welcome").append(make("ul", "", ...[...document.querySelectorAll("script.example")].map(one => {
        const { name, title } = one.dataset;
        const button = (words, deed) => {
            const element = make("button", "", words);
            element.type = "button";
            element.setAttribute("aria-label", `${words}: ${title}`);
            element.addEventListener("click", deed);
            return element;
        };
        const picture = make("div", "picture");
        picture.setAttribute("aria-hidden", "true");
        one.picture = picture;
        return make("li", "", picture, make("b", "", title), button("New game", () => {
            $("ruleset").value = name;
            beginGame();
        }), button("Example", () => put(one.textContent.trim() + "\n", null, 0)));
    })));
    document.body.dataset.ready = version;
    note();
    return judge([]).then(drawExamples);
}).catch(error => say(`The referee cannot start: ${error.message}`, true));
