/* The list of turns, and what is wrong with them. */

function faultNote(line) {
    const [, word, said] = /^([a-z ]+): ([^]*)$/.exec(line) || [null, "", line];
    return make("p", "note", word ? make("b", "", `${begin(word)}: `) : null, isolated("", said));
}

function faultBox(index) {
    const [severity, id, message, found, advice] = game.faults[index];
    const box = make("div", `fault ${severity}`);
    box.append(make("p", "message", make("b", "", `${begin(severity)}: `), isolated("", message), " ",
        make("span", "id", id)));
    for (const line of [...lines(found), ...lines(advice)])
        if (line !== "")
            box.append(faultNote(line));
    return box;
}

const isWorse = index => game.faults[index][0] === "error";

/* A turn of many parts may be broken behind each. */
const breakable = text => text.split(/(?<=,)/).flatMap((part, i) => (i > 0 ? [make("wbr"), part] : [part]));

function link(index, alone) {
    const node = game.nodes[index];
    const turn = make("a", "turn", make("bdi", "", ...breakable(clean(node.t))));
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
    turn.setAttribute("aria-label", turnWords(index));
    links[index] = turn;
    const before = index === 0 ? null : game.nodes[node.p];
    const begins = alone || node.p === 0 || before.n !== node.n;
    const label = begins ? `${node.n}${node.s === 1 || title.seats.length > 2 ? "." : "…"}` : "";
    const round = make("span", "number", label);
    round.setAttribute("aria-hidden", "true");
    return [round, turn, begins && !alone];
}

/* Comments, each with the clock that it gives, or the clock alone. */
function remarkElements(remarks) {
    const parts = (remarks || []).filter(one => !Array.isArray(one)).map(commentParts);
    return parts.filter(([clock, words]) => clock || words).map(([clock, words]) =>
        make("span", words ? "comment" : "comment clock", clock ? make("span", "clock", clock) : null,
            words ? isolated("", words) : null));
}

/* A turn, and what is said of it. */
function item(index, alone) {
    const node = game.nodes[index];
    const [label, turn, begins] = link(index, alone);
    const element = make("li", begins ? "begins" : "");
    element.append(...remarkElements(node.b), label, turn, ...remarkElements(node.r));
    element.append(...(node.f || []).map(faultBox));
    return element;
}

/* The line from a node on.  Variations in its turns' stead stand behind them. */
function line(first, kind) {
    const list = make("ol", title.seats.length > 2 ? `${kind} many` : kind);
    list.setAttribute("role", "list"); /* also where its looks deny it */
    let alone = true;
    for (let index = first; index !== undefined; index = game.nodes[index].e) {
        const element = item(index, alone);
        list.append(element);
        alone = element.querySelector(".comment:not(.clock), .fault") !== null;
        const variations = index === first && kind === "variation" ? undefined : game.nodes[index].a;
        for (let other = variations; other !== undefined; other = game.nodes[other].a) {
            element.append(line(other, "variation"));
            alone = true;
        }
    }
    return list;
}

function listTurns() {
    const told = new Set(game.nodes.flatMap(node => node.f || []));
    const start = make("a", "turn", "The start");
    start.href = hashOf(0);
    start.dataset.node = 0;
    links = [start];
    const parts = [make("p", "start", start)];
    parts.push(...remarkElements(game.nodes[0].b), ...remarkElements(game.nodes[0].r));
    parts.push(...game.faults.map((_, index) => index).filter(index => !told.has(index)).map(faultBox));
    if (game.nodes[0].e !== undefined)
        parts.push(line(game.nodes[0].e, "main"));
    parts.push(...remarkElements(game.end), make("p", "outcome", clean(begin(title.outcome))));
    $("record").replaceChildren(...parts);
}
