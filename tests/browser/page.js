/* SPDX-License-Identifier: MIT */
"use strict";
/* What a page of games does in a real browser. */

const { DESKTOP, PHONE, check, close, contrast, fault, open, run, same, sample, scratch, text } = require("./harness");
const fs = require("fs");
const path = require("path");

const GAMES = ["accasta/annotated", "staku/annotated", "stakz/annotated", "staka/annotated", "stakd/four", "abande/annotated",
    "attangle/annotated", "tak/annotated", "hive/all-kinds"];
const FLIPPED = ["accasta/castle-short", "staka/three", "stakd/two", "attangle/won"];
const HOSTILE = `[Ruleset "accasta-pari"]
[White "<script>window.done = 1</script>"]
[Black "</script><img src=x onerror='window.done = 2'>"]
[Event "\\"><svg onload=window.done=3> & &lt;b&gt; \u2028\u2029 \\\\u003cscript> \${7*7}"]
[Site "javascript:window.done=4"]
[Annotator "\u202Eevil\u0001\u007f"]
{<!-- <b>before</b> --> ]]> } 1. a1:-b1 {</script><script>window.done = 5</script> [%clk <i>1</i>]}
f3:-e3 ; <iframe src="data:text/html,x">
2. </script>:<b> c3:-q9 {\u0000 \u001b[31m "' \`}
`;

function make(name, ...words) {
    const file = path.join(scratch, `${name}.html`);
    run("replay", "-f", "html", "-o", file, ...words);
    return file;
}

const hash = page => page.evaluate(() => location.hash);
const current = page => page.locator("[aria-current=step]").evaluate(one => one.dataset.node);
const drawn = page => page.evaluate(
    () => [...document.querySelectorAll("#frame svg, #layers svg, #lists svg, .hand svg")].map(one => one.outerHTML).join(""));
const words = page => page.evaluate(
    () => [...document.querySelectorAll("#words div p")].map(one => one.textContent).join("\n"));

/* Waits until the game at INDEX of the list is open. */
const opened = (page, index) => page.waitForFunction(
    one => document.querySelectorAll("#games a")[one].hasAttribute("aria-current"), index);

/* What is drawn on the boards of the picture SOURCE, or on those of the page: [what, …measures].  Of each cell its
   elements, with what they measure on the large board; what the last turn touched, arrows, names; of the ground how far
   it reaches and how long its lines are.  Measures are seen from the upper left corner of the board. */
const shapes = (page, source, layers) => page.evaluate(([svg, layered]) => {
    const holder = document.createElement("div");
    holder.innerHTML = svg.replace(/<style>[^]*<\/style>| style="[^"]*"/g, "");
    document.body.append(holder);
    const boards = svg ? [holder.firstElementChild] : [...document.querySelectorAll(`#frame > svg${layered ? ", #layers svg" : ""}`)];
    const kind = one => `${one.tagName} ${one.getAttribute("class").trim()}`;
    /* In units of the drawing, whatever it is moved by; of words, where and how large they are. */
    const box = one => {
        const number = name => Number(one.getAttribute(name) || one.parentNode.getAttribute(name));
        const { x, y, width, height } = one.tagName === "text"
            ? { x: number("x"), y: number("y"), width: number("font-size"), height: 0 } : one.getBBox();
        const moved = of => (/translate\(([-\d.]+) ([-\d.]+)/.exec(of?.getAttribute("transform")) || [0, 0, 0]).slice(1).map(Number);
        const [right, down] = [one, one.closest("g[transform]")].map(moved).reduce((a, b) => [a[0] + b[0], a[1] + b[1]]);
        return [x + right, y + down, width, height];
    };
    const found = [];
    const ground = new Map();
    for (const [index, board] of boards.entries()) {
        const groups = [...board.querySelectorAll(svg ? "g:has(> title)" : ".cell")].filter(one => one.querySelector(".p, .h"));
        const width = one => one.querySelector(".p, .h").getBBox().width;
        const widest = Math.max(...groups.map(width));
        for (const group of groups) {
            const own = [...group.children].filter(one => one.tagName !== "title" && one.getAttribute("d") !== "");
            const large = svg ? width(group) > 0.7 * widest : index === 0;
            found.push({ what: own.map(one => `${kind(one)} ${one.textContent}`).join("; "), boxes: large ? own.map(box) : [] });
        }
        for (const one of board.querySelectorAll("path.m, path.a, path.y, text.n, g.n > text")) {
            const own = box(one);
            if (one.tagName === "text" ? Math.abs(own[2] - 9.6) < 0.2 : index === 0)
                found.push({ what: one.tagName === "text" ? one.textContent : kind(one), boxes: [own] });
        }
        for (const one of board.querySelectorAll(":not(.cell) > .c.z0, .c.z1, .c.z2")) {
            const floor = ground.get(kind(one)) || { what: kind(one), boxes: [], length: 0 };
            ground.set(kind(one), { ...floor, boxes: [...floor.boxes, box(one)], length: floor.length + one.getTotalLength() / 100 });
        }
    }
    holder.remove();
    for (const floor of ground.values()) {
        const edge = (which, pick) => pick(...floor.boxes.map(one => one[which] + (pick === Math.max ? one[which + 2] : 0)));
        const [left, top] = [0, 1].map(which => edge(which, Math.min));
        found.push({ ...floor, boxes: [[left, top, edge(0, Math.max) - left, edge(1, Math.max) - top]] });
    }
    const origin = [0, 1].map(which => Math.min(...found.flatMap(one => one.boxes.map(own => own[which]))));
    return found.map(({ what, boxes, length }) =>
        [what, ...boxes.flatMap(([x, y, wide, high]) => [x - origin[0], y - origin[1], wide, high]), length || 0]);
}, [source, layers]);

/* What of A is not in B but for roundings. */
function missing(a, b) {
    const left = [...b];
    return a.filter(one => {
        const found = left.findIndex(other => other.length === one.length && other.every(
            (part, i) => (i === 0 ? part === one[0] : Math.abs(part - one[i]) < 0.6)));
        if (found >= 0)
            left.splice(found, 1);
        return found < 0;
    }).map(one => one.map(part => (typeof part === "string" ? part : part.toFixed(1))).join(" "));
}

/* All turns one by one: the words are those of "show --plain", what is drawn is what "replay -f svg" draws, and a place
   reached by steps looks like one that is opened. */
async function stepThrough(name, ...how) {
    const file = make(name.replace("/", "-"), ...how, sample(name));
    const page = await open(file, "#0");
    const folder = path.join(scratch, `${name.replace("/", "-")}-pictures`);
    run("replay", "-f", "svg", "-g", "1", ...how, "-o", folder, sample(name));
    const pictures = fs.readdirSync(folder).sort();
    await page.click("#words summary");
    await page.locator("#words p").first().waitFor();
    let ply = 0;
    let alike = true;
    let equal = true;
    for (;;) {
        const shown = run("show", "--plain", "-p", String(ply), sample(name)).replace(/^[^]*?\n\n/, "").trim();
        const said = await words(page);
        if (shown !== said.trim() && alike) {
            same(said, shown, `${name}: the words at ply ${ply}`);
            alike = false;
        }
        const picture = fs.readFileSync(path.join(folder, pictures[ply]), "utf8");
        const layers = picture.includes(">layer 0<");
        const [own, other] = [await shapes(page, "", layers), await shapes(page, picture, layers)];
        if (equal && missing(own, other).length + missing(other, own).length > 0) {
            check(false, `${name}: what is drawn at ply ${ply}`, "\n page:", missing(own, other), "\n picture:", missing(other, own));
            equal = false;
        }
        if (await page.locator("#next").isDisabled())
            break;
        await page.keyboard.press("ArrowRight");
        ply++;
        if ((await hash(page)) !== `#${ply}`)
            break;
    }
    check(alike, `${name}: words as of the program`);
    check(equal, `${name}: pictures as of the program`);
    same(ply, pictures.length - 1, `${name}: all positions`);
    same(await hash(page), `#${ply}`, `${name}: a step is a ply`);
    const reached = await drawn(page);
    const other = await open(file, `#${ply}`);
    same(await drawn(other), reached, `${name}: reached and opened look alike`);
    await close(other, `${name} opened`);
    await close(page, `${name} last`);
}

async function clicks() {
    const page = await open(make("clicks", sample("accasta/annotated")));
    const turns = page.locator("#record .main > li > a.turn");
    await turns.nth(4).click();
    same(await hash(page), "#5", "a click on a turn shows it");
    same(await current(page), await turns.nth(4).getAttribute("data-node"), "and marks it");
    await page.click("#previous");
    same(await hash(page), "#4", "a step back");
    await page.click("#next");
    await page.click("#next");
    same(await hash(page), "#6", "two steps on");
    await page.click("#last");
    check(await page.locator("#next").isDisabled(), "behind the last turn is none");
    same(await text(page, "#status"), "7. White e3:-f3,xe4. White wins 1-0 (castle)", "the end is told");
    await page.click("#first");
    check(await page.locator("#previous").isDisabled(), "before the start is nothing");
    const before = await drawn(page);
    await page.click("#flip");
    check((await drawn(page)) !== before, "the board is turned");
    same(await page.locator("#flip").getAttribute("aria-pressed"), "true", "and says so");
    await page.click("#flip");
    same(await drawn(page), before, "and back");
    await page.locator(".variation a.turn").first().click();
    check(/^#v\d+$/.test(await hash(page)), "a variation has links of its own", await hash(page));
    const link = await hash(page);
    const other = await open(path.join(scratch, "clicks.html"), link);
    same(await text(other, "#status"), await text(page, "#status"), "which lead back to it");
    check((await text(other, "#status")).includes("in a variation"), "and say what it is");
    await close(other, "variation");
    same(await page.locator("#record .variation").count(), 4, "variations are lists in the list");
    check((await text(page, "#record")).includes("One white piece now holds three black ones."), "comments are there");
    same(await page.locator(".sign").count(), 9, "signs are there");
    same(await page.locator(".turn > .clock").first().textContent(), "0:41:07", "so is the clock");
    await close(page, "clicks");
}

async function keys() {
    const page = await open(make("keys", sample("accasta/annotated")));
    const press = async (key, wanted) => {
        await page.keyboard.press(key);
        same(await hash(page), wanted, `the key ${key}`);
    };
    await press("ArrowRight", "#1");
    await press("ArrowRight", "#2");
    await press("ArrowLeft", "#1");
    await press("End", "#13");
    await press("Home", "#0");
    const before = await drawn(page);
    await page.keyboard.press("f");
    check((await drawn(page)) !== before, "the key f");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"])
        await page.keyboard.press(key);
    await press("v", "#v5");
    await press("v", "#4");
    await page.keyboard.press("w");
    check((await text(page, "#live")).includes("Row a: "), "the key w says the position");
    await page.keyboard.press("Home");
    await page.keyboard.press(" ");
    same(await page.locator("#play").getAttribute("aria-label"), "Pause", "it plays");
    await page.waitForFunction(() => location.hash === "#2", null, { timeout: 10000 });
    await page.keyboard.press(" ");
    same(await page.locator("#play").getAttribute("aria-label"), "Play", "and pauses");
    await page.keyboard.press("Control+ArrowRight");
    same(await hash(page), "#2", "keys of the browser are left alone");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press(" ");
    await page.waitForFunction(() => location.hash === "#13", null, { timeout: 10000 });
    same(await page.locator("#play").getAttribute("aria-pressed"), "false", "it stops at the end");
    await close(page, "keys");
}

async function links() {
    const file = make("links", sample("accasta/evening"));
    const page = await open(file, "#2.3");
    same(await page.locator("#games a").count(), 3, "games are listed");
    await page.locator("#games [aria-current]").waitFor();
    check((await page.locator("#games [aria-current]").textContent()).startsWith(await text(page, "#title")), "the second is open");
    check((await text(page, "#status")).startsWith("2. White"), "at its third ply", await text(page, "#status"));
    await page.keyboard.press("ArrowRight");
    same(await hash(page), "#2.4", "links name the game");
    await page.locator("#games a").nth(2).click();
    same(await hash(page), "#3.0", "a click opens another");
    same(await page.locator("#games [aria-current]").count(), 1, "one is current");
    for (const odd of ["#", "#x", "#99999.99999", "#-1", "#v99999", "#2.", "#%00", "#1.v0"])
        await page.evaluate(one => { location.hash = one; }, odd);
    await page.goBack();
    check((await page.locator("#frame svg").count()) === 1, "odd links do no harm");
    await close(page, "links");
}

async function faults() {
    const file = make("faults", sample("staku/faults"));
    const page = await open(file);
    const games = run("check", "-f", "jsonl", sample("staku/faults")).trim().split("\n").map(line => JSON.parse(line));
    let told = true;
    for (const [index, game] of games.filter(one => one.game > 0).entries()) {
        await page.evaluate(one => { location.hash = `#${one}.0`; }, index + 1);
        await opened(page, index);
        const boxes = await page.locator("#record .fault").allTextContents();
        told &&= boxes.length === game.diagnostics.length &&
            game.diagnostics.every((one, at) => boxes.some(box => box.includes(one.id)));
    }
    check(told, "all faults are in the list");
    const seen = await page.locator("#games [aria-current]").evaluate(one => {
        const [box, around] = [one, one.closest("ol")].map(part => part.getBoundingClientRect());
        return box.top >= around.top && box.bottom <= around.bottom;
    });
    check(seen, "the current game is seen in the list of games");
    await page.evaluate(() => { location.hash = "#1.0"; });
    await opened(page, 0);
    await page.keyboard.press("n");
    const said = await fault(page);
    check(said.includes("Error: ") && said.includes("Help: "), "n leads to a fault, which is explained", said);
    check((await page.locator("[aria-current=step].error").count()) === 1, "it is marked");
    check((await text(page, "#live")).includes(await text(page, ".turn[aria-current] ~ .fault .message bdi")), "and read out");
    for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const least = await contrast(page);
        check(least >= 4.5, `faults can be read, ${colorScheme}`, least);
    }
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("n");
    same(await fault(page), said, "the same again");
    await page.keyboard.press("End");
    await page.keyboard.press("p");
    check((await page.locator("[aria-current=step].error").count()) === 1, "p leads back");
    await close(page, "faults");
}

/* Whether all of ONE is seen in what scrolls, AROUND. */
const within = (page, one, around) => page.evaluate(([inner, outer]) => {
    const [box, room] = [inner, outer].map(part => document.querySelector(part).getBoundingClientRect());
    return box.top >= room.top && box.bottom <= room.bottom;
}, [one, around]);

/* A turn far down, with a fault, is seen in the list as soon as the page is open, and the fault once. */
async function farDown() {
    const record = path.join(scratch, "far.sgn");
    fs.writeFileSync(record, fs.readFileSync(sample("attangle/won"), "utf8").replace("14. c6,g2-g3", "14. c6,g2-d9"));
    const file = make("far", record);
    const faulty = await open(file, "#0");
    await faulty.keyboard.press("n");
    const place = await hash(faulty);
    await close(faulty, "far down, found");
    for (const [kind, options] of Object.entries({ desktop: { viewport: { width: 1200, height: 620 } }, phone: { viewport: PHONE } })) {
        const page = await open(file, place, options);
        const [scrolled, focus] = await page.evaluate(() => [document.querySelector("#record").scrollTop, document.activeElement.tagName]);
        check(scrolled > 0, `far down, ${kind}: the list has scrolled`, scrolled);
        check(await within(page, ".turn[aria-current]", "#record"), `far down, ${kind}: the turn is seen`);
        check(await within(page, ".turn[aria-current] ~ .fault", "#record"), `far down, ${kind}: and its fault`);
        same(await page.locator("#side .fault").count(), 1, `far down, ${kind}: once`);
        same(`${focus} ${await page.evaluate(() => scrollY)}`, "BODY 0", `far down, ${kind}: the focus and the page stay where they are`);
        await close(page, `far down ${kind}`);
    }
}

/* What is empty until the data are unpacked is not seen before. */
async function unpacking() {
    const page = await open(path.join(scratch, "accasta-annotated.html"));
    await page.addInitScript(() => {
        const unpacked = Response.prototype.text;
        Response.prototype.text = function () {
            return new Promise(done => { window.goOn = () => done(unpacked.call(this)); });
        };
    });
    await page.reload();
    await page.waitForFunction(() => window.goOn);
    check(!(await page.locator("#steps").isVisible()) && !(await page.locator("#side").isVisible()), "no empty board is seen");
    await page.evaluate(() => window.goOn());
    await page.waitForFunction(() => document.body.dataset.game);
    check(await page.locator("#frame svg").isVisible() && await page.locator("#steps").isVisible(), "but the one that is drawn");
    await close(page, "unpacking");
}

/* Three games have room for all, many for five, whatever their names. */
async function room() {
    const record = path.join(scratch, "many.sgn");
    fs.writeFileSync(record, '[Ruleset "accasta-pari"]\n[White "A player of a very long name"]\n[Black "Another one"]\n1. a1:-b1 *\n\n'.repeat(9));
    for (const [file, count] of [[path.join(scratch, "links.html"), 3], [make("many", record), 5]])
        for (const width of [1200, 400]) {
            const page = await open(file, "", { viewport: { width, height: 800 } });
            await page.locator("#games [aria-current]").waitFor();
            const seen = await page.locator("#games li").evaluateAll(all => all.filter(
                one => one.getBoundingClientRect().bottom <= one.parentNode.getBoundingClientRect().bottom).length);
            check(width < 1200 ? seen === count : seen >= count, `${count} games are seen at a width of ${width}`, seen);
            await close(page, `room ${count} ${width}`);
        }
}

async function hostile() {
    const record = path.join(scratch, "hostile.sgn");
    fs.writeFileSync(record, HOSTILE);
    const page = await open(make("hostile", record));
    same(await page.evaluate(() => window.done), undefined, "nothing in a record runs");
    same(await page.locator("script").count(), 4, "nor becomes a script");
    same(await page.locator("img, iframe, i, svg[onload]").count(), 0, "nor any element");
    check((await text(page, "#title")).startsWith("<script>window.done = 1</script> – </script><img"), "it is text");
    check((await text(page, "#record")).includes("</script><script>window.done = 5</script>"), "comments too");
    await page.keyboard.press("End");
    same(await page.evaluate(() => window.done), undefined, "nor when it is read out");
    same(page.troubles.join(), "", "hostile: no complaint");
    const blocked = await page.evaluate(async () => {
        const seen = [];
        document.addEventListener("securitypolicyviolation", event => seen.push(event.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "window.done = 6";
        const style = document.createElement("style");
        style.textContent = "body { display: none }";
        const image = document.createElement("img");
        image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
        document.body.append(script, style, image);
        await fetch("https://example.org/").catch(() => null);
        await new Promise(resolve => setTimeout(resolve, 100));
        const names = seen.map(one => one.replace(/-elem$/, "")).sort();
        return [window.done, getComputedStyle(document.body).display, ...names].join();
    });
    same(blocked, ",flex,connect-src,img-src,script-src,style-src", "the policy is in force");
    await page.context().close();
}

async function looks() {
    const kinds = { phone: { viewport: PHONE, hasTouch: true }, dark: { colorScheme: "dark" }, desktop: {} };
    for (const name of GAMES) {
        const file = path.join(scratch, `${name.replace("/", "-")}.html`);
        for (const [kind, options] of Object.entries(kinds)) {
            const page = await open(file, "#8", options);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
            check(wide <= 0, `${name} ${kind}: no scrolling to the side`, wide);
            const light = await page.evaluate(() => {
                const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
                return red + green + blue;
            });
            check(kind === "dark" ? light < 150 : light > 600, `${name} ${kind}: light or dark`, light);
            const least = await contrast(page);
            check(least >= 4.5, `${name} ${kind}: all can be read`, least);
            const board = await page.locator(name.startsWith("stakz") ? "#lists" : "#frame svg").boundingBox();
            const room = kind === "phone" ? PHONE.height : DESKTOP.height;
            check(board.y >= 0 && board.y + board.height < room, `${name} ${kind}: the board is seen`);
            await close(page, `${name} ${kind}`);
        }
    }
    const page = await open(path.join(scratch, "accasta-annotated.html"), "#8", { viewport: PHONE, hasTouch: true });
    const small = await page.evaluate(() => [...document.querySelectorAll("#steps button")]
        .filter(one => one.offsetParent && (one.offsetHeight < 44 || one.offsetWidth < 44)).length);
    same(small, 0, "buttons are large enough for thumbs");
    await page.emulateMedia({ media: "print" });
    check(!(await page.locator("#steps").isVisible()), "print has no buttons");
    check(await page.locator("#frame svg").isVisible(), "but a board");
    const cut = await page.locator("#record").evaluate(one => one.scrollHeight - one.clientHeight);
    check(cut <= 1, "print has all turns", cut);
    const pdf = await page.pdf({ format: "A4" });
    check(pdf.length > 10000, "it prints");
    await close(page, "print");
}

async function aloud() {
    const page = await open(path.join(scratch, "staku-annotated.html"));
    await page.keyboard.press("ArrowRight");
    const live = await text(page, "#live");
    check(/^1\. White b3-c3\+c1\. .*Hugo \(Black\) to move\.$/.test(live), "a turn is read out", live);
    same(await page.locator("#live").getAttribute("aria-live"), "polite", "politely");
    const tree = await page.locator("body").ariaSnapshot();
    for (const part of ['toolbar "Steps"', 'button "Next turn"', 'region "Turns"', 'group "Board. ', "list",
        'link "1. White b3-c3+c1"', "heading"])
        check(tree.includes(part), `readers find ${part}`);
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, a")]
        .filter(one => !(one.getAttribute("aria-label") || one.textContent).trim()).length);
    same(unnamed, 0, "all that can be pressed has a name");
    const stops = [];
    for (let i = 0; i < 12; i++) {
        await page.keyboard.press("Tab");
        stops.push(await page.evaluate(() => {
            const one = document.activeElement;
            return [one.id || one.className || one.tagName, getComputedStyle(one).outlineStyle !== "none"];
        }));
    }
    check(stops.every(([, outlined]) => outlined), "the focus is seen", stops);
    for (const wanted of ["next", "flip", "record", "turn"])
        check(stops.some(([name]) => name === wanted), `the tab key reaches ${wanted}`);
    await page.locator("a.turn").nth(3).focus();
    await page.keyboard.press("Enter");
    same(await hash(page), "#3", "a turn can be chosen by keyboard");
    await close(page, "aloud");
}

async function odd() {
    const record = path.join(scratch, "odd.sgn");
    fs.writeFileSync(record, '[Ruleset "no-such"]\n1. a1:-b1\n\n[Ruleset "accasta-pari"]\n*\n');
    const page = await open(make("odd", record));
    check((await text(page, "#record")).includes("no-such"), "a game that cannot be set up is explained");
    await page.keyboard.press("ArrowRight");
    await page.evaluate(() => { location.hash = "#2.0"; });
    await page.waitForFunction(() => document.querySelector("#frame svg") !== null);
    await page.keyboard.press("ArrowRight");
    check(await page.locator("#steps").isVisible(), "the next one, of no turns, is shown");
    await close(page, "odd");
}

async function unplayed() {
    const record = path.join(scratch, "unplayed.sgn");
    fs.writeFileSync(record, '[Ruleset "stakz"]\n[White "<b>Anna"]\n[Termination "bye"]\n\n{Nobody was left.} *\n');
    const page = await open(make("unplayed", record));
    const said = await text(page, "#record");
    check(said.includes("Bye") && said.includes("Nobody was left."), "a bye is told with its comment", said);
    check(await page.locator("#steps").isHidden(), "and there is nothing to step through");
    await page.keyboard.press("ArrowRight");
    await close(page, "unplayed");
}

const boxes = page => page.locator(".board").evaluateAll(all => all.map(one => one.getAttribute("viewBox")));
/* A field is as large as the turns so far need, seldom grows, and its frame never. */
async function reaches() {
    const page = await open(make("reaches", sample("hive/won")), "#1", { viewport: { width: 390, height: 844 } });
    const seen = new Set();
    const frames = new Set();
    for (let ply = 1; ply <= 26; ply++) {
        seen.add((await boxes(page))[0]);
        const { width, height } = await page.locator("#frame").boundingBox();
        frames.add(`${width} ${height}`);
        await page.keyboard.press("ArrowRight");
    }
    const areas = [...seen].map(one => one.split(" ").slice(2).reduce((area, side) => area * side, 1));
    check(seen.size > 1 && seen.size <= 6, "the field grows a few times", [...seen]);
    check(areas.every((area, i) => i === 0 || area > areas[i - 1]), "and only grows", areas);
    same(frames.size, 1, "in a frame of one size");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    same((await boxes(page))[0], [...seen][0], "and is as large as it was where one goes back");
    await close(page, "reaches");
}

/* Rounds are whole rows: turns of one round are at one height, and what is said of them is below. */
async function rounds() {
    const page = await open(make("rounds", sample("staka/four")), "#93");
    const rows = await page.evaluate(() => {
        const tops = new Map();
        for (const turn of document.querySelectorAll(".main > li > .turn")) {
            const { n, s } = game.nodes[turn.dataset.node];
            const row = `${n} ${[...tops.keys()].filter(one => one.startsWith(`${n} `) && tops.get(one).seat >= s).length}`;
            tops.set(row, { seat: s, tops: [...(tops.get(row)?.tops || []), Math.round(turn.getBoundingClientRect().top)] });
        }
        return [...tops.values()].filter(one => new Set(one.tops).size > 1).length;
    });
    same(rows, 0, "no round is torn");
    check(await page.locator(".main > li > .comment > .tile").count() > 0, "comments have the mark of their seat");
    await close(page, "rounds");
}

const current_level = page => text(page, "#layername");

/* Layers are of one scale, and any of them can be the large one. */
async function layers() {
    const page = await open(path.join(scratch, "stakd-four.html"), "#20", { viewport: { width: 1366, height: 768 } });
    const all = await boxes(page);
    same(all.length, 4, "three layers beside the field seen from above");
    same(new Set(all).size, 1, "of one scale");
    await page.locator(".layer").first().click();
    same(await current_level(page), "layer 2", "a click enlarges the highest");
    await page.keyboard.press("l");
    same((await current_level(page)).replace(/,.*/, ""), "seen from above", "the key l goes on");
    const large = await page.locator("#frame .board").boundingBox();
    check(large.height > 400 && large.y + large.height < 768, "the board is large and whole on a laptop", large);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("#layer").fill("1");
    same(await current_level(page), "layer 0", "a bar goes to the lowest");
    const cut = await page.locator(".layer").evaluateAll(all => all.filter(one => one.getBoundingClientRect().right > innerWidth).length);
    const bars = await page.locator("[type=range]").evaluateAll(all => all.map(one => one.offsetHeight));
    check(cut === 0 && bars.every(one => one >= 40), "on a phone no layer is cut, and bars are for fingers", cut, bars);
    await page.emulateMedia({ media: "print" });
    check(!await page.locator("#scrub").isVisible(), "on paper there is no bar");
    await close(page, "layers");
    /* Stacks on a field are cut into layers: the highest has five pieces' height. */
    const other = await open(path.join(scratch, "staka-annotated.html"), "#28", { viewport: { width: 1366, height: 768 } });
    same((await other.locator(".layer").allTextContents()).map(one => one.replace(/^.*(layer \d)$/, "$1")).join(), "layer 4,layer 3,layer 2,layer 1,layer 0",
        "as many layers as the highest stack");
    same(new Set(await boxes(other)).size, 1, "of one scale, too");
    await other.locator(".layer").nth(3).click();
    same(await other.locator("#frame .cell").count(), 4, "on each what lies there");
    await close(other, "layers of stacks");
}

async function stacks() {
    const record = path.join(scratch, "high.sgn");
    fs.writeFileSync(record, '[Ruleset "tak-5"]\n[Position "222222211111,x4/x5/x5/x5/x5 1 20"]\n\n*\n');
    run("replay", "-f", "html", "-o", path.join(scratch, "high.html"), record);
    const page = await open(path.join(scratch, "accasta-annotated.html"), "#5", { viewport: { width: 1366, height: 768 } });
    const fan = page.locator("#frame .fan");
    const places = () => fan.locator("g").evaluateAll(all => all.map(one => one.getBoundingClientRect()).map(({ left, top }) => [left, top]));
    same(await fan.count(), 0, "no stack is fanned out");
    const cell = page.locator('.cell[aria-label^="b5 "]');
    await cell.hover();
    same((await fan.evaluate(one => one.getAnimations({ subtree: true }).length)), 0, "without motion");
    const rows = await fan.locator("g > ellipse.p").evaluateAll(all => all.map(one => one.getAttribute("class")).join());
    same(rows, "p black,p black,p black,p white", "a stack is fanned out under the pointer, from the bottom up");
    const at = await places();
    check(at.every(([left, top], i) => i === 0 || (left === at[0][0] && top < at[i - 1][1] - 20)), "each piece clear of the others", at);
    const [board, card, own] = await Promise.all([page.locator("#frame"), fan.locator("rect"), cell].map(one => one.boundingBox()));
    check(card.x > own.x + own.width / 2 && card.x + card.width <= board.x + board.width && card.y >= board.y &&
        card.y + card.height <= board.y + board.height, "beside it, on the board", card, own, board);
    await page.mouse.move(1, 1);
    await page.waitForFunction(() => !document.querySelector(".fan"));
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowRight");
    same(await fan.count(), 1, "and where the focus is");
    const before = await fan.locator("text").first().textContent();
    await page.keyboard.press("ArrowRight");
    check((await fan.locator("text").first().textContent()) !== before, "arrows go from stack to stack");
    same(await hash(page), "#5", "and no step on");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    same(await hash(page), "#6", "until one leaves them");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await cell.hover();
    same(await fan.evaluate(one => one.getAnimations({ subtree: true }).length), 4, "with motion its pieces slide apart");
    await close(page, "stacks");
    const high = await open(path.join(scratch, "high.html"), "#0");
    await high.locator(".cell").first().hover();
    same((await high.locator(".fan text").allTextContents()).join(), "a5: 12,×7,×5", "of a high one neighbours alike are counted");
    await close(high, "high stack");
}

async function asked() {
    const file = make("asked", "--theme=dark", "--flip", "--no-coordinates", "-p", "3", sample("accasta/annotated"));
    const page = await open(file);
    same(await current(page), "3", "--ply is where it begins");
    same(await page.locator("#flip").getAttribute("aria-pressed"), "true", "--flip");
    same(await page.locator(".board text.n").count(), 0, "--no-coordinates");
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    same(paper, "rgb(22, 24, 28)", "--theme");
    await close(page, "asked");
}

async function finding() {
    const record = path.join(scratch, "finding.sgn");
    fs.writeFileSync(record, '[Ruleset "accasta-pari"]\n[White "Zoë Łukasz"]\n1. a1:-b1 e3:-d3 *\n\n' +
        '[Ruleset "accasta-pari"]\n[White "Ben"]\n1. a1:-b1 e3:-q9 *\n\n[Ruleset "accasta-pari"]\n[White "Cy"]\n' +
        "1. a1:-b1 e3:-d3 {Schön.} *\n");
    const page = await open(make("finding", record));
    const names = () => page.locator("#games li:visible").evaluateAll(all => all.map(one => one.value).join());
    await page.locator("#games li").first().waitFor();
    same(await names(), "1,2,3", "all games");
    await page.keyboard.press("/");
    await page.keyboard.type("zoe luk");
    same(await names(), "1", "accents make no difference");
    await page.locator("#search").fill("schon");
    same(await names(), "3", "nor in comments");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.body.dataset.game === "3");
    await page.keyboard.press("Enter");
    same(await hash(page), "#3.2", "Enter goes to the turn");
    await page.locator("#search").fill("");
    await page.locator("#faulty").check();
    same(await names(), "2", "only those with faults");
    await page.locator("#record").focus();
    await page.keyboard.press("p");
    await page.waitForFunction(() => location.hash === "#2.2");
    check((await fault(page)).includes("q9"), "p leads to a fault of another game");
    await page.keyboard.press("]");
    await page.waitForFunction(() => location.hash === "#3.0");
    check(true, "and ] to the next game");
    await close(page, "finding");
}

async function proposals() {
    const page = await open(path.join(scratch, "faults.html"), "#1.0");
    await page.keyboard.press("n");
    const button = page.locator(".turn[aria-current] ~ .fault .proposal").first();
    check(/^Show [a-f]\d/.test(await button.textContent()), "a proposal says what pressing it does", await button.textContent());
    await button.hover();
    check((await page.locator("#frame .proposed").count()) > 0, "a proposal is drawn on the board");
    await page.mouse.move(1, 1);
    same(await page.locator("#frame .proposed").count(), 0, "while it is pointed at");
    await close(page, "proposals");
}

async function taking() {
    const page = await open(path.join(scratch, "accasta-annotated.html"), "#5");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.click("#share summary");
    await page.click("#copy");
    await page.waitForFunction(() => document.querySelector("#copied").textContent !== "");
    same(await clipboard(), fs.readFileSync(sample("accasta/annotated"), "utf8").trim(), "the record is copied");
    await page.click("#link");
    await page.waitForFunction(() => document.querySelector("#copied").textContent.includes("link"));
    check((await clipboard()).endsWith("accasta-annotated.html#5"), "and a link");
    await page.click("#embed");
    await page.waitForFunction(() => document.querySelector("#copied").textContent.includes("HTML"));
    check(/^<iframe src="[^"]*#5" title="Mia – Noah"/.test(await clipboard()), "and a snippet");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
    same(fs.readFileSync(await download.path(), "utf8").trim(), fs.readFileSync(sample("accasta/annotated"), "utf8").trim(),
        "the record is saved");
    await close(page, "taking");
}

async function ways() {
    const page = await open(path.join(scratch, "accasta-annotated.html"), "#5");
    await page.locator("#frame").hover();
    await page.mouse.wheel(0, 120);
    await page.waitForFunction(() => location.hash === "#6");
    const swipe = (from, to) => page.evaluate(([a, b]) => {
        const frame = document.querySelector("#frame");
        const point = x => [new Touch({ identifier: 1, target: frame, clientX: x, clientY: 100 })];
        frame.dispatchEvent(new TouchEvent("touchstart", { touches: point(a), changedTouches: point(a) }));
        frame.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: point(b) }));
    }, [from, to]);
    await swipe(300, 200);
    same(await hash(page), "#7", "a swipe to the left is a turn on");
    await swipe(200, 300);
    same(await hash(page), "#6", "to the right one back");
    await page.keyboard.press("+");
    same(await page.locator("#speed").inputValue(), "0.7", "+ is faster");
    await page.keyboard.press("?");
    check(await page.locator("#keys").isVisible(), "? lists the keys");
    await page.keyboard.press("Escape");
    check(await page.locator("#keys").isHidden(), "until it is closed");
    await close(page, "ways");
}

async function scriptless() {
    const page = await open(path.join(scratch, "faults.html"), "", { javaScriptEnabled: false });
    await page.locator("#records summary").first().click();
    const said = await page.locator("#records details").first().innerText();
    check(said.includes("1.") && said.includes("[Ruleset") && said.includes("error: "), "without script there is the record", said);
    check(await page.locator("#steps").isHidden(), "and no board");
    await close(page, "scriptless");
}

async function booklet() {
    const page = await open(make("booklet", "--diagrams=6", sample("accasta/annotated"), sample("accasta/evening")));
    same(await page.locator("script").count(), 0, "a booklet has no script");
    same(await page.locator("article").count(), 4, "and all games");
    check((await page.locator("article").first().locator("figure svg").count()) >= 4, "with diagrams");
    await page.emulateMedia({ media: "print" });
    same(await page.locator("article").first().evaluate(one => getComputedStyle(one).breakAfter), "page", "a game a page");
    check((await page.pdf({ format: "A4" })).length > 10000, "it prints");
    await close(page, "booklet");
}

/* What the address asks for, also in a frame. */
async function wishes() {
    const file = make("wishes", sample("accasta/evening"));
    const look = page => page.evaluate(() => [at, flipped, getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector("#frame .c")).fill].join());
    const dark = await open(file, "", { colorScheme: "dark" });
    await dark.keyboard.press("f");
    for (let ply = 0; ply < 7; ply++)
        await dark.keyboard.press("ArrowRight");
    const wanted = await look(dark);
    await close(dark, "dark, as the system is");
    const page = await open(file, "?ply=7&flip=1&theme=dark");
    same(await look(page), wanted, "ply, flip and theme of the address");
    await page.keyboard.press("ArrowRight");
    same(await hash(page), "#1.8", "the game goes on from there");
    page.troubles = page.troubles.filter(one => !one.includes("?ply=7"));
    await close(page, "an address with wishes");
    const odd = await open(file, "?ply=x&flip=2&theme=%22%3E&ply=3");
    same(await odd.evaluate(() => [at, flipped, document.documentElement.dataset.theme].join()), "0,false,", "what cannot be read is left out");
    odd.troubles = odd.troubles.filter(one => !one.includes("?ply=x"));
    await close(odd, "an address with odd wishes");
}

/* PAGE's pieces begin to slide, and wait until they are let go. */
const holding = page => page.evaluate(() => {
    window.slides = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...words) {
        slides.push(animate.apply(this, words));
        slides.at(-1).pause();
        return slides.at(-1);
    };
});
const sliding = page => page.evaluate(() => slides.filter(one => one.effect.target.closest("#frame")).length);

async function arrived(page) {
    await page.evaluate(() => slides.forEach(one => one.finish()));
    await page.waitForFunction(() => !slides.some(one => one.effect.target.isConnected));
}

/* The lifted pieces slide, and nothing is left of that; the bar goes through the turns. */
async function moves() {
    const page = await open(make("moves", sample("accasta/castle-short")), "", { reducedMotion: "no-preference" });
    await holding(page);
    await page.keyboard.press("ArrowRight");
    check(await sliding(page) > 0, "pieces slide");
    await arrived(page);
    const slid = await drawn(page);
    await page.keyboard.press("End");
    same(await sliding(page), 0, "not over several turns");
    await page.keyboard.press("Home");
    await page.locator("#scrub").focus();
    await page.keyboard.press("ArrowRight");
    same(await current(page), "1", "the bar goes to a turn");
    await arrived(page);
    same(await drawn(page), slid, "which is drawn as if nothing had moved");
    same(await page.getAttribute("#scrub", "aria-valuetext"), await page.locator("[aria-current=step]").getAttribute("aria-label"), "and read aloud");
    await close(page, "motion");
    const calm = await open(make("calm", sample("accasta/castle-short")));
    await holding(calm);
    await calm.keyboard.press("ArrowRight");
    same(await current(calm), "1", "a turn is gone to");
    same(await sliding(calm), 0, "nothing slides where that is not wanted");
    await close(calm, "no motion");
}

/* A list of games is one stop of the Tab key. */
async function listed() {
    const page = await open(make("listed", sample("accasta/evening")));
    await page.locator("#games a").nth(2).waitFor();
    same(await page.locator("#games a[tabindex='0']").count(), 1, "one game can be reached");
    await page.locator("#games a[tabindex='0']").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await opened(page, 1);
    same(await hash(page), "#2.0", "and arrows go to the next");
    await close(page, "a list of games");
}

/* Commands of comments: cells and arrows in their colours, of the turn shown; names that no cell has are passed over. */
async function noted() {
    const file = path.join(scratch, "noted.sgn");
    fs.writeFileSync(file, fs.readFileSync(sample("dvonn/annotated"), "utf8").replace("{A red",
        "{[%csl Gc1, Rf1,Yz99,Ga1b2] [%cal Bf1c1,Ga1,Ya1z99] A red"));
    const page = await open(make("noted", "-p", "1", file));
    const kinds = () => page.locator("#frame :is(.noted, .aimed)").evaluateAll(all => all.map(one => one.getAttribute("class")));
    same((await kinds()).join(), "noted G,noted R,aimed B", "cells and arrows of a comment are drawn");
    same((await page.locator("#record .comment").first().textContent()).slice(0, 12), "A red counts", "and not read");
    await page.keyboard.press("ArrowRight");
    same((await kinds()).length, 0, "but not at the next turn");
    await close(page, "noted");
}

/* What seats have of something is a bar, and their chips and pawns are of their colours. */
async function compared() {
    const tak = await open(make("compared-tak", "-p", "-1", sample("tak/annotated")));
    same((await tak.locator("#standing .shares text").allTextContents()).join(), "10,2", "flats are a bar");
    const wide = await tak.locator("#standing .shares rect").evaluateAll(all => all.map(one => Number(one.getAttribute("width"))));
    check(Math.abs(wide[0] / wide[1] - 5) < 0.1, "whose parts are as their numbers", wide);
    same(await tak.locator("#frame path.y").count(), 1, "the road is lit");
    await tak.keyboard.press("Home");
    same(await tak.locator("#frame path.y, #standing .shares").count(), 0, "at the start there is neither");
    await close(tak, "compared");
    const staka = await open(make("compared-staka", "-p", "-1", sample("staka/annotated")));
    const colours = where => staka.locator(where).evaluateAll(all => all.map(one => one.getAttribute("class")).sort().join());
    same(await colours("#standing li > .tile rect"), "p red,p white", "chips are of the colours of players");
    same(await colours("#frame .cell path.t"), "t p red,t p white", "and pawns");
    await close(staka, "colours");
}

module.exports = [...GAMES.map(name => () => stepThrough(name)),
    ...FLIPPED.map((name, i) => () => stepThrough(name, "--flip", ...(i % 2 ? ["--no-coordinates"] : []))),
    clicks, keys, links, faults, farDown, unpacking, room, hostile, looks, aloud, odd, unplayed, layers, reaches, rounds, stacks, asked, finding, proposals, taking, ways,
    scriptless, booklet, wishes, moves, listed, noted, compared];
