/* Showing a position, and the ways from one to the next. */

const hashOf = index => {
    const node = game.nodes[index];
    const place = node.d === 0 ? String(node.k) : `v${index}`;
    return several ? `#${number}.${place}` : `#${place}`;
};

function showStanding() {
    const node = game.nodes[at];
    const mover = textAt(at, 11).endsWith(" to move") ? textAt(at, 11).slice(0, -8) : "";
    $("standing").replaceChildren(...title.seats.map((name, seat) => {
        const line = make("li", name === mover ? "moves" : "");
        const player = playerName(title, seat);
        line.append(isolated("player", player), player === name ? "" : ` (${name})`);
        line.append(make("span", "line", clean(textAt(at, 12 + seat))));
        return line;
    }));
    $("notes").replaceChildren(...lines(textAt(at, 10)).map(one => make("p", "", begin(one))));
    const turn = make("b", "", isolated("", turnWords(at)));
    $("status").replaceChildren(turn, at === 0 || node.t ? ". " : "", begin(textAt(at, 11)));
}

/* The turn shown is seen in its list, which scrolls by itself where it can. */
function markTurn() {
    for (const one of document.querySelectorAll("[aria-current=step]"))
        one.removeAttribute("aria-current");
    const turn = links[at];
    turn.setAttribute("aria-current", "step");
    const box = $("record");
    const top = turn.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (box.scrollHeight > box.clientHeight && (top < 30 || top > box.clientHeight - 60))
        box.scrollTop += top - box.clientHeight / 3;
}

function show(index, silent) {
    at = index;
    draw(false);
    showStanding();
    markTurn();
    const node = game.nodes[at];
    $("said").replaceChildren(...remarkElements(node.r), ...(node.f || []).map(faultBox));
    $("words").lastElementChild.replaceChildren(...positionWords().map(one => make("p", "", one)));
    const board = $("frame").firstElementChild;
    board.setAttribute("aria-label", `Board. ${turnWords(at)}. ${textAt(at, 11)}.`);
    $("first").disabled = $("previous").disabled = node.p === undefined;
    $("last").disabled = $("next").disabled = node.e === undefined;
    if (!silent) {
        history.replaceState(null, "", hashOf(at));
        announce(false);
    }
}

function showNothing() {
    for (const id of ["frame", "layers", "standing", "notes", "said", "status"])
        $(id).replaceChildren();
    $("record").replaceChildren(...game.faults.map((_, index) => faultBox(index)),
        ...remarkElements(game.end), make("p", "outcome", clean(begin(title.outcome))));
    $("steps").hidden = $("words").hidden = true;
}

function open(which) {
    number = which;
    title = titles[which - 1];
    game = JSON.parse(sources[which - 1].textContent);
    at = 0;
    $("title").replaceChildren(isolated("", titleWords(title)));
    $("about").replaceChildren(...aboutWords(title).map(one => isolated("", one)));
    document.title = `${titleWords(title)} – ${aboutWords(title)[0] || "catasta"}`;
    [...$("games").querySelectorAll("a")].forEach((one, index) =>
        index + 1 === which ? one.setAttribute("aria-current", "page") : one.removeAttribute("aria-current"));
    const current = $("games").querySelector("[aria-current]");
    $("games").scrollTop = current.offsetTop - $("games").offsetTop - $("games").clientHeight / 2;
    if (!game.nodes) {
        showNothing();
        return;
    }
    $("steps").hidden = $("words").hidden = false;
    makeBoard();
    listTurns();
}

/* "#12", "#2.12", "#v57", "#2.v57"; anything else is the start. */
function follow() {
    const [, which, variation, place] = /^#(?:(\d{1,7})\.)?(v?)(\d{1,7})$/.exec(location.hash) || [];
    const wanted = Math.min(Math.max(1, Number(which || 1)), titles.length);
    stop();
    if (wanted !== number)
        open(wanted);
    if (!game.nodes)
        return;
    let index = variation ? Number(place || 0) : 0;
    for (let ply = Number(place || 0); !variation && ply > 0 && game.nodes[index].e !== undefined; ply--)
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

function stop() {
    clearInterval(timer);
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
    timer = setInterval(() => {
        step(game.nodes[at].e);
        if (game.nodes[at].e === undefined)
            stop();
    }, PAUSE);
}

function flip() {
    flipped = !flipped;
    $("flip").setAttribute("aria-pressed", String(flipped));
    placeGroups();
    draw(true);
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

function seekFault(way) {
    const faulty = game.nodes.map((node, index) => (node.f ? index : -1)).filter(index => index >= 0);
    step(way > 0 ? faulty.find(index => index > at) : faulty.reverse().find(index => index < at));
}

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
    words: () => announce(true),
};
const keys = {
    ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play", f: "flip", v: "enter",
    n: "fault", p: "earlier", w: "words",
};

function run(name) {
    if (!game.nodes)
        return;
    if (name !== "play" && name !== "flip" && name !== "words")
        stop();
    deeds[name]();
}

document.addEventListener("keydown", event => {
    const own = event.key === " " && event.target.closest("button, a, summary");
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key] || own)
        return;
    event.preventDefault();
    run(keys[event.key]);
});
for (const name of ["first", "previous", "play", "next", "last", "flip"])
    $(name).addEventListener("click", () => run(name));
document.addEventListener("click", event => {
    const turn = event.target.closest("a.turn");
    if (!turn || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)
        return;
    event.preventDefault();
    stop();
    show(Number(turn.dataset.node), false);
});
window.addEventListener("hashchange", follow);

if (titles.length > 0) {
    listGames();
    follow();
}
