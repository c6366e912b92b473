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

/* Judges the text, and shows what was found; PATH is the node to show, as the turns that lead there. */
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
    take(new DOMParser().parseFromString(answer.page, "text/html"));
    await open(1);
    document.body.dataset.game = "1";
    if (game.nodes)
        show(nodeOf(path), true);
    else
        markPlaces();
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
    $("steps").hidden = $("words").hidden = $("level").hidden = $("entry").hidden = true;
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
    let top = lead.split("\n").length * 1.45 * parseFloat(getComputedStyle(source).fontSize);
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
    const button = make("button", "proposal", words ? "Apply " : "Remove ", isolated("", words || gone), ` (${repair.confidence})`);
    button.type = "button";
    button.addEventListener("click", () => put(edited(judged.text, repair.edits)));
    if (repair.turn && game && game.nodes)
        for (const kind of ["pointerenter", "focus"])
            button.addEventListener(kind, () => $("frame").firstElementChild && propose(repair.turn));
    for (const kind of ["pointerleave", "blur"])
        button.addEventListener(kind, () => $("frame").firstElementChild && propose(""));
    return button;
}

function faultItem(one) {
    const place = make("button", "place", make("span", "where", `${one.line}:${one.column}`), make("b", "", `${begin(one.severity)}: `),
        isolated("", one.message));
    place.type = "button";
    place.title = `Show it in the text (${one.id})`;
    place.addEventListener("click", async () => {
        if (one.game && one.game !== judged.number)
            await judge([], one.game);
        const node = nodeAt(one.from);
        if (node > 0)
            show(node, true);
        reveal(one.from, one.to, true);
    });
    const proposals = one.repairs.filter(repair => repair.edits.length > 0).map(repair => repairButton(one, repair));
    return make("li", `fault ${one.severity}`, place, ...proposals, ...(one.question ? [dismissButton(one.question)] : []));
}

function listFaults() {
    const { diagnostics } = judged;
    $("faults").replaceChildren(...diagnostics.slice(0, 200).map(faultItem),
        ...(diagnostics.length > 200 ? [make("li", "", `… and ${diagnostics.length - 200} more`)] : []));
    $("typed").hidden = judged.text === copied || !diagnostics.some(mayBeTyped);
    $("mend").disabled = !diagnostics.some(one => one.repairs.some(repair => repair.confidence === "certain"));
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
let pointed = [];              /* cells that were pointed at */
let offered = 0;

const cellsOf = turn => turn.match(/[a-z]{1,2}\d{1,2}/g) || [];
const startsSo = (turn, cells) => cells.every((cell, i) => cellsOf(turn)[i] === cell);

/* Asks for the turns that begin as what is typed. */
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
    $("entry").hidden = answer.toMove === 0;
    $("mover").textContent = answer.toMove ? `${clean(answer.name ?? "")}:` : "";
    showChoices();
}

const remaining = () => legal.moves.filter(move => startsSo(move.text, pointed));

function showChoices() {
    const moves = remaining();
    const shortest = [...moves].sort((a, b) => Number(b.whole) - Number(a.whole) || a.text.length - b.text.length);
    const chips = (pointed.length > 0 || $("turn").value !== "" ? shortest : moves).slice(0, CHIPS).map(move => {
        const chip = make("button", move.whole ? "whole" : "", isolated("", move.text), move.open ? " …" : "");
        chip.type = "button";
        chip.tabIndex = -1;
        chip.addEventListener("click", () => choose(move));
        return chip;
    });
    if (moves.length > CHIPS)
        chips.push(make("span", "more", `and ${moves.length - CHIPS} more: type, or click on the board`));
    $("choices").replaceChildren(...chips);
    if (moves.length > 0)
        chips[0].tabIndex = 0;
    showTargets();
}

/* What can be pointed at, and what was. */
function showTargets() {
    const board = $("frame").firstElementChild;
    if (!board)
        return;
    board.querySelectorAll(".target, .taken").forEach(one => one.remove());
    document.body.classList.toggle("entering", legal.moves.length > 0);
    document.body.classList.toggle("pointing", pointed.length > 0);
    const next = new Set(remaining().map(move => cellsOf(move.text)[pointed.length]).filter(cell => cell));
    const { cells } = positionAt(at);
    const taken = new Set([...cells].filter(([, cell]) => isThere(cell)).map(([slot]) => (game.places[slot % PLACES] || [])[0]));
    const ring = (kind, [x, y]) => draw("g", kind, { transform: `translate(${tenths(x)} ${tenths(y)})` }, draw("path", "", { d: outline(0.84) }));
    const mark = name => (taken.has(name) ? ring("target ring", spotOfName(name))
        : draw("circle", "target", { cx: spotOfName(name)[0], cy: spotOfName(name)[1], r: 0.13 * UNIT }));
    board.append(...[...next].filter(spotOfName).map(mark), ...pointed.filter(spotOfName).map(name => ring("taken", spotOfName(name))));
}

/* Rows have letters, and cells of a row numbers: where a cell lies that is not on the board yet follows from others. */
const row = letters => [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);

function placeOf(name) {
    const [, letters, figures] = /^([a-z]+)(\d+)$/.exec(name);
    return [row(letters), Number(figures)];
}

/* Where NAME is drawn; null: that cannot be known. */
function spotOfName(name) {
    const known = game.places.findIndex(([other]) => other === name);
    if (known >= 0)
        return spotOf(known);
    if (!game.open || game.places.length === 0)
        return null;
    const [r, n] = placeOf(name);
    const [first] = game.places;
    const [r0, n0] = placeOf(first[0]);
    const other = game.places.find(([one]) => placeOf(one)[0] !== r0);
    const slope = other ? (other[1] - first[1] - 2 * (placeOf(other[0])[1] - n0)) / (placeOf(other[0])[0] - r0) : game.square ? 0 : NaN;
    const rise = other ? (other[2] - first[2]) / (placeOf(other[0])[0] - r0) : 1;
    const x = first[1] + 2 * (n - n0) + (r === r0 ? 0 : slope * (r - r0));
    const y = first[2] + rise * (r - r0);
    const turn = flipped ? -1 : 1;
    return Number.isFinite(x) ? [turn * x / 2 * UNIT, -turn * y * UNIT * (game.square ? 1 : Math.sqrt(3) / 2)] : null;
}

/* A cell was pointed at: of those that a turn can go on with, the nearest. */
function point(event) {
    const board = $("frame").firstElementChild;
    if (!board || !game || !game.nodes || legal.moves.length === 0)
        return;
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    const near = names => {
        let best = null;
        let least = 0.55 * UNIT;
        for (const name of names) {
            const [x, y] = spotOfName(name) ?? [Infinity, Infinity];
            const far = Math.hypot(x - spot.x, y - spot.y);
            if (far < least)
                [best, least] = [name, far];
        }
        return best;
    };
    const cellsAt = depth => new Set(legal.moves.map(move => cellsOf(move.text)).filter(cells => cells.length > depth &&
        pointed.slice(0, depth).every((cell, i) => cells[i] === cell)).map(cells => cells[depth]));
    const next = near(cellsAt(pointed.length));
    if (next !== null) {
        pointTo([...pointed, next]);
        return;
    }
    const first = near(cellsAt(0));
    if (pointed.length > 0 && pointed[pointed.length - 1] === first && pointed.length === 1)
        pointTo([]);
    else
        pointTo(first === null ? [] : [first]);
}

/* One turn that is left is played, if it cannot go on. */
function pointTo(cells) {
    pointed = cells;
    $("advice").textContent = "";
    const moves = remaining();
    if (cells.length > 0 && moves.length === 1)
        choose(moves[0]);
    else
        showChoices();
}

/* A turn is played, or gone on with. */
function choose(move) {
    if (move.whole && !move.open) {
        playTurn(move.text);
        return;
    }
    const again = $("turn").value === move.text;
    $("turn").value = move.text;
    pointed = [];
    if (again && move.whole)
        playTurn(move.text);
    else
        offer().then(() => {
            pointed = cellsOf(move.text);
            showChoices();
        });
}

function clearEntry() {
    $("turn").value = "";
    $("advice").textContent = "";
    pointed = [];
    legal = { moves: [] };
}

/* Puts TURN after the node that is shown; where the line goes on, as a variation. */
async function playTurn(turn) {
    const node = at;
    const typed = document.activeElement === $("turn");
    if (!judged || judged.text !== source.value || !game || !game.nodes)
        return;
    const fault = await ask("attempt", { node, turn }).catch(error => ({ message: error.message, advice: "" }));
    if (fault !== null) {
        $("advice").textContent = begin([fault.message, fault.advice].filter(one => one).join(": "));
        return;
    }
    const path = pathTo(node);
    const there = nodeOf([...path, turn]);
    if (pathTo(there).length > path.length) {
        clearEntry();
        show(there, false);
        return;
    }
    const { text, nodes, game: { result } } = judged;
    const { next, depth, behind } = nodes[node];
    const { number: count } = legal;
    const first = node === 0 || nodes[node].number !== count;
    const words = first ? `${count}. ${turn}` : turn;
    const end = next < 0 && depth === 0;
    const place = end ? result.from : next < 0 ? behind : nodes[next].behind;
    const before = text.slice(0, place);
    const lead = /\n$|^$/.test(before) ? "" : "\n";
    const more = lead + (next < 0 ? words : `(${words})`) + (/^\n/.test(text.slice(place)) ? "" : "\n");
    const changed = before + more + text.slice(place);
    clearEntry();
    await put(await tidied(text, changed), [...path, turn]);
    await writeResult();
    announce(false);
    if (typed)
        $("turn").focus({ preventScroll: true });
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
        await put(text, [], 1);
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

async function beginGame() {
    const name = $("ruleset").value || (judged && judged.game && judged.game.ruleset) || $("ruleset").options[1].value;
    fileName = "game.sgn";
    await put(`[Ruleset "${name}"]\n\n*\n`, [], 1);
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
        note();
        judge();
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
    const whole = remaining().filter(move => move.whole);
    if (turn !== "")
        playTurn(turn);
    else if (pointed.length > 0 && whole.length > 0)
        playTurn(whole.sort((a, b) => a.text.length - b.text.length)[0].text);
});
$("turn").addEventListener("input", () => {
    $("advice").textContent = "";
    pointed = [];
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
        point(event);
});
/* A cell of the board that has the focus is pointed at by the enter key. */
$("frame").addEventListener("keydown", event => {
    const cell = event.target.closest(".cell");
    if (!cell || event.key !== "Enter")
        return;
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    point({ clientX: (left + right) / 2, clientY: (top + bottom) / 2 });
});

/* Whenever another node is shown, its turns are offered, and its place is marked. */
let shownNode = null;
new MutationObserver(() => {
    if (!game || !game.nodes || !judged)
        return;
    if (shownNode !== `${latest}.${at}`) {
        shownNode = `${latest}.${at}`;
        clearEntry();
        markPlaces();
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
        await put(text, [], 1);
});
window.addEventListener("beforeunload", event => {
    if (source.value !== saved && source.value.trim() !== "")
        event.preventDefault();
});

$("steps").before($("entry"));
for (const [key, words] of [["Ctrl+Z", "undo a change of the record"], ["Ctrl+Y", "redo it"], ["Ctrl+S", "save the record"],
    ["Tab", "complete a turn as far as it is unambiguous"], ["Esc", "clear the turn"]])
    $("keys").querySelector("dl").append(make("dt", "", make("kbd", "", key)), make("dd", "", words));
$("undo").disabled = $("redo").disabled = $("mend").disabled = true;
showNoGame("Loading.", false);
startUp().then(({ version, rulesets }) => {
    $("ruleset").append(...rulesets.map(([name, title]) => {
        const option = make("option", "", clean(title));
        option.value = name;
        return option;
    }));
    document.body.dataset.ready = version;
    note();
    return judge([]);
}).catch(error => say(`The referee cannot start: ${error.message}`, true));
