/* Positions, turns and remarks in words. */

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

/* As positions in words have it. */
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

const meaningOf = sign => (MEANINGS[sign] || sign).replace(/\{(\d)\}/, (all, seat) => title.seats[seat] || "it");

/* "3. White a4:xb5, good, illegal" */
function turnWords(index) {
    const node = game.nodes[index];
    if (index === 0)
        return "The start";
    const words = [`${node.n}. ${title.seats[node.s - 1] || ""} ${clean(node.t)}`];
    for (const remark of node.r || [])
        if (Array.isArray(remark))
            words.push(clean(meaningOf(remark[0])));
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
