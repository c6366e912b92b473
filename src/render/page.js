"use strict";
/* Shows the games that the page holds; page.h says what is in them.  Whatever a record
   says goes into text nodes; drawings, which no record writes, are parsed as SVG. */
(() => {
    const SVG = "http://www.w3.org/2000/svg";
    const PAUSE = 1400;
    const ILLEGAL = ["", "illegal", "illegal, but it stood", "not played", "not judged"];
    const SIGNS = {
        "$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!", "$7": "□", "$10": "=", "$13": "∞",
        "$14": "+=", "$15": "=+", "$16": "±", "$17": "∓", "$18": "+−", "$19": "−+",
    };
    const MEANINGS = {
        "!": "good", "?": "a mistake", "!!": "brilliant", "??": "a blunder", "!?": "interesting", "?!": "doubtful",
        "□": "the only turn", "=": "even", "∞": "unclear", "+=": "{0} is slightly better",
        "=+": "{1} is slightly better", "±": "{0} is better", "∓": "{1} is better", "+−": "{0} is winning",
        "−+": "{1} is winning",
    };
    const $ = id => document.getElementById(id);

    /* A new element with classes and content: texts, elements, or nothing. */
    function make(name, kind, ...content) {
        const element = document.createElement(name);
        if (kind)
            element.className = kind;
        element.append(...content.filter(one => one !== null && one !== ""));
        return element;
    }

    /* Control bytes are seen as such, and do nothing. */
    const clean = text => String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
    const isolated = (kind, text) => make("bdi", kind, clean(text));

    const sources = [...document.querySelectorAll("script.game")];
    const titles = [...document.querySelectorAll("script.title")].map(one => JSON.parse(one.textContent));
    const several = titles.length > 1;

    const sheet = new CSSStyleSheet();
    sheet.replaceSync(JSON.parse(document.querySelector("script.style").textContent));
    document.adoptedStyleSheets = [sheet];

    /* The game shown, and how: */
    let title;
    let game;          /* its data */
    let number = 0;    /* which one, from 1 */
    let at = 0;        /* the node shown */
    let flipped = false;
    let looks = [];    /* by slot, as drawn */
    let surfaces;      /* the boards that are drawn, each with its layers */
    let groups;        /* by slot */
    let links;         /* by node */
    let timer = null;

    /* Titles. */

    function dateWords(date) {
        return date.replace(/^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/, (all, year, month, day) =>
            month === "??" ? year : day === "??" ? `${year}-${month}` : `${year}-${month}-${day}`);
    }

    const playerName = (of, seat) => (of.players[seat] && of.players[seat] !== "?" ? of.players[seat] : of.seats[seat]);
    const titleWords = of => of.seats.map((_, seat) => clean(playerName(of, seat) || `Seat ${seat + 1}`)).join(" – ") ||
        "A game that cannot be shown";

    function aboutWords(of) {
        const [, event, site, round, date, annotator] = of.tags;
        const words = [event, site, round && `round ${round}`, date && dateWords(date)];
        words.push(annotator && `notes by ${annotator}`, of.ruleset && `ruleset ${of.ruleset}`);
        return words.filter(one => one).map(clean);
    }

    function listGames() {
        $("games").hidden = !several;
        titles.forEach((of, index) => {
            const link = make("a", "", isolated("", titleWords(of)));
            link.href = `#${index + 1}.0`;
            const about = clean([of.tags[1], of.outcome].filter(one => one).join(" · "));
            const item = make("li", "", link, " ", make("span", "about", make("bdi", "", about)));
            if (!of.legal)
                item.append(" ", make("span", "bad", "✗ faults"));
            $("games").firstElementChild.append(item);
        });
    }

    /* The board. */

    function parse(drawing) {
        const text = `<svg xmlns="${SVG}">${game.drawings[drawing].map(one => game.tokens[one]).join("")}</svg>`;
        const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        return [...root.childNodes].map(one => document.importNode(one, true));
    }

    function makeLayer(root, kind) {
        const layer = document.createElementNS(SVG, "g");
        layer.setAttribute("class", `layer-${kind}`);
        root.append(layer);
        return layer;
    }

    /* Cells farther away first, so that high stacks stand before them. */
    function placeGroups() {
        const place = slot => (flipped ? [slot[7], slot[8]] : [slot[5], slot[6]]);
        const order = game.slots.map((slot, index) => [...place(slot), index, slot[2]]);
        order.sort((a, b) => a[3] - b[3] || a[1] - b[1] || a[0] - b[0]);
        for (const [x, y, index] of order) {
            groups[index].setAttribute("transform", `translate(${x} ${y})`);
            surfaces[surfaces.length > 1 ? game.slots[index][2] : 0].layers.cells.append(groups[index]);
        }
    }

    /* A drawing, or the part of it that is in BOX. */
    function makeSurface(box) {
        const root = document.createElementNS(SVG, "svg");
        const surface = { root, layers: {}, drawn: {} };
        root.setAttribute("class", "cs");
        root.setAttribute("viewBox", box.join(" "));
        root.setAttribute("role", "img");
        for (const kind of ["ground", "marks", "cells", "arrows", "lists"])
            surface.layers[kind] = makeLayer(root, kind);
        return surface;
    }

    /* One drawing; or, of several boards, the first large, and the others each by itself. */
    function makeBoard() {
        const boxes = game.boards.length > 1 ? game.boards : [[0, 0, ...game.size]];
        surfaces = boxes.map(makeSurface);
        groups = game.slots.map(() => document.createElementNS(SVG, "g"));
        looks = game.slots.map(() => 0);
        $("frame").replaceChildren(surfaces[0].root);
        $("layers").replaceChildren(...surfaces.slice(1).map(one => {
            one.figure = make("figure", "", one.root, make("figcaption"));
            one.root.setAttribute("aria-hidden", "true");
            return one.figure;
        }));
        placeGroups();
    }

    /* What each slot holds at a node: the changes on the way there. */
    function looksAt(node) {
        const way = [];
        for (let one = node; one !== undefined; one = game.nodes[one].p)
            way.push(game.nodes[one].c);
        const found = game.slots.map(() => 0);
        for (const changes of way.reverse())
            for (let i = 0; i < changes.length; i += 2)
                found[changes[i]] = changes[i + 1];
        return found;
    }

    function drawLayer(surface, kind, first) {
        const drawing = game.nodes[at].x[first + (flipped ? 1 : 0)];
        if (surface.drawn[kind] === drawing)
            return;
        surface.drawn[kind] = drawing;
        surface.layers[kind].replaceChildren(...parse(drawing));
    }

    /* Those of several boards that this position has. */
    function titleBoards() {
        const names = lines(textAt(at, 8));
        surfaces.forEach((surface, board) => {
            if (!surface.figure)
                return;
            surface.figure.hidden = names[board] === undefined;
            surface.figure.lastElementChild.textContent = names[board] || "";
        });
    }

    function draw(anew) {
        const now = looksAt(at);
        now.forEach((look, slot) => {
            if (looks[slot] === look && !anew)
                return;
            const [front, back] = game.looks[look];
            groups[slot].replaceChildren(...parse(flipped ? back : front));
        });
        looks = now;
        for (const surface of surfaces) {
            if (surfaces.length === 1)
                drawLayer(surface, "ground", 0);
            drawLayer(surface, "marks", 2);
            drawLayer(surface, "arrows", 4);
            drawLayer(surface, "lists", 6);
        }
        titleBoards();
    }

    /* Words. */

    const lines = text => (text === "" ? [] : text.split("\n"));
    const textAt = (node, which) => game.texts[game.nodes[node].x[which]];
    const begin = text => text.charAt(0).toUpperCase() + text.slice(1);

    /* "c3 white over 2 black" */
    function cellWords(slot, look) {
        const words = game.texts[game.looks[look][2]];
        return words === "" ? "" : `${game.slots[slot][1]} ${words}`;
    }

    function boardWords(board, title, now) {
        const told = game.slots.map((slot, index) => [slot, cellWords(index, now[index])])
            .filter(([slot, words]) => slot[2] === board && words !== "");
        told.sort(([a], [b]) => a[3] - b[3] || a[4] - b[4]);
        const rows = [];
        told.forEach(([slot, words], index) => {
            if (index === 0 || told[index - 1][0][3] !== slot[3])
                rows.push([`Row ${slot[0].replace(/\d+$/, "")}: ${words}`]);
            else
                rows[rows.length - 1].push(words);
        });
        const empty = told.length === 0 && textAt(at, 9) === "" ? ["The board is empty."] : [];
        return [...(title ? [`${begin(title)}:`] : []), ...rows.map(row => `${row.join(". ")}.`), ...empty];
    }

    /* As "show --plain" has it. */
    function positionWords() {
        const boards = lines(textAt(at, 8));
        const words = [];
        for (let board = 0; board < Math.max(1, boards.length); board++)
            words.push(...boardWords(board, boards[board], looks));
        words.push(...lines(textAt(at, 9)).map(one => `${one}.`));
        words.push(...lines(textAt(at, 10)).map(one => `${begin(one)}.`));
        title.seats.forEach((name, seat) => {
            const line = textAt(at, 12 + seat);
            if (line)
                words.push(`${name} ${line}.`);
        });
        return words;
    }

    const signOf = sign => SIGNS[sign] || sign;
    const meaningOf = sign => (MEANINGS[sign] || sign).replace(/\{(\d)\}/, (all, seat) => title.seats[seat] || "it");

    /* "3. White a4:xb5, good, illegal" */
    function turnWords(index) {
        const node = game.nodes[index];
        if (index === 0)
            return "The start";
        const words = [`${node.n}. ${title.seats[node.s - 1] || ""} ${clean(node.t)}`];
        for (const remark of node.r || [])
            if (Array.isArray(remark))
                words.push(clean(meaningOf(signOf(remark[0]))));
        if (node.v)
            words.push(ILLEGAL[node.v]);
        if (node.d)
            words.push("in a variation");
        return words.join(", ");
    }

    /* What the last turn changed, if that is soon said. */
    function changeWords() {
        const changes = game.nodes[at].c;
        const words = [];
        for (let i = 0; i < changes.length && at !== 0; i += 2)
            if (game.slots[changes[i]][2] === 0)
                words.push(cellWords(changes[i], changes[i + 1]) || `${game.slots[changes[i]][0]} empty`);
        return words.length === 0 || words.length > 8 ? "" : `${words.join(". ")}.`;
    }

    function comments(remarks) {
        return (remarks || []).filter(one => !Array.isArray(one)).map(commentParts).filter(([, words]) => words !== "");
    }

    /* Commands in a comment, [%clk 0:41:07], and what else it says. */
    function commentParts(text) {
        let clock = "";
        const words = text.replace(/\[%(\w+)\s*([^\]]*)\]/g, (all, name, value) => {
            clock = name === "clk" ? value : clock;
            return "";
        });
        return [clean(clock), clean(words).replace(/\s+/g, " ").trim()];
    }

    function announce(whole) {
        const node = game.nodes[at];
        const words = [`${turnWords(at)}.`];
        for (const fault of node.f || [])
            words.push(clean(game.faults[fault][2]) + ".");
        words.push(changeWords(), ...comments(node.r).map(([, said]) => said), `${textAt(at, 11)}.`);
        $("live").textContent = (whole ? [...words, ...positionWords()] : words).filter(one => one).join(" ");
    }

    /* Faults. */

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

    /* The list of turns. */

    /* A turn of many parts may be broken behind each. */
    const breakable = text => text.split(/(?<=,)/).flatMap((part, i) => (i > 0 ? [make("wbr"), part] : [part]));

    function link(index, alone) {
        const node = game.nodes[index];
        const turn = make("a", "turn", make("bdi", "", ...breakable(clean(node.t))));
        turn.href = hashOf(index);
        turn.dataset.node = index;
        const faults = node.f || [];
        const kind = faults.some(isWorse) ? "error" : faults.length > 0 ? game.faults[faults[0]][0] : "";
        const signs = (node.r || []).filter(Array.isArray).map(([sign]) => signOf(sign));
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

    function remarkElements(remarks) {
        return comments(remarks).concat((remarks || []).filter(one => !Array.isArray(one)).map(commentParts)
            .filter(([clock, words]) => words === "" && clock !== "")).map(([clock, words]) =>
            make("span", words ? "comment" : "comment clock", clock ? make("span", "clock", clock) : null,                 words ? isolated("", words) : null));
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

    /* Showing a position. */

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
            make("p", "outcome", clean(begin(title.outcome))));
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

    /* Steps. */

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

    if (titles.length === 0)
        return;
    listGames();
    follow();
})();
