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
