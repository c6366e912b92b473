/* SPDX-License-Identifier: MIT */
"use strict";
/* What a page of standings does in a real browser. */

const { PHONE, check, close, contrast, fault, open, run, same, scratch, settled, text } = require("./harness");
const fs = require("fs");
const path = require("path");

const ROUNDS = fs.readdirSync("samples/tournament").sort().map(name => `samples/tournament/${name}`);
const NAMES = ["</td><script>window.done = 1</script>", "\" onmouseover=\"window.done = 2\" x=\"", "'><img src=x>",
    "&lt;b&gt; &amp; &#60;", "\u202Egnorts\u2066", "שלום עולם", "👩‍👩‍👧‍👦 🏳️‍🌈", "\u0301\u0301combining", "x".repeat(10000),
    "javascript:window.done=3"];

function make(name, ...files) {
    const file = path.join(scratch, `${name}.html`);
    run("score", "--standings", "-f", "html", "-o", file, ...files);
    return file;
}

const escape = name => name.replace(/[\\"]/g, "\\$&");

function write(name, records) {
    const file = path.join(scratch, `${name}.sgn`);
    fs.writeFileSync(file, records.map(([white, black, result], i) => `[Event "${escape(NAMES[0])}"]\n[Round "${i + 1}"]\n` +
        `[White "${escape(white)}"]\n[Black "${escape(black)}"]\n[Ruleset "accasta-pari"]\n1. a1:-b1 ${result}\n\n`).join(""));
    return file;
}

/* Rows of a table as texts. */
const rows = (page, table) => page.locator(`${table} tbody tr`).evaluateAll(
    all => all.map(row => [...row.cells].map(cell => cell.textContent.trim())));

/* What cells with signs are worth together. */
function worth(signs) {
    const worths = { "1": 1, "½": 0.5, "+": 1, "bye": 1, "½ bye": 0.5, "(½)": 0.5, "(1)": 1 };
    return signs.reduce((sum, sign) => sum + (worths[sign.replace(/[*†‡]/, "")] || 0), 0);
}

async function sums() {
    const page = await open(make("lantern", ...ROUNDS));
    same(await text(page, "h1"), "Lantern Open", "the event is the heading");
    const standings = await rows(page, ".standings");
    const told = JSON.parse(run("score", "--standings", "-f", "json", ...ROUNDS)).standings;
    same(JSON.stringify(standings.map(row => row.slice(0, 3))),
        JSON.stringify(told.map(one => [`${one.rank}`, one.player, `${one.points}`])), "standings are those in JSON");
    const signs = await page.locator(".rounds tbody tr").evaluateAll(
        all => all.map(row => [...row.querySelectorAll("[aria-label]")].map(one => one.textContent)));
    same(JSON.stringify(signs.map(worth)), JSON.stringify(told.map(one => one.points)), "rounds add up to the points");
    const cross = await rows(page, ".cross");
    const size = cross.length;
    same(size, told.length, "the cross table has all players");
    let mirrored = true;
    for (let a = 0; a < size; a++)
        for (let b = 0; b < size; b++)
            mirrored &&= (cross[a][b + 1] === "") === (cross[b][a + 1] === "");
    check(mirrored, "who met is told on both sides");
    await close(page, "standings");
}

async function links() {
    const file = path.join(scratch, "lantern.html");
    const page = await open(file);
    const hrefs = await page.locator("a").evaluateAll(all => all.map(one => one.href));
    const folder = path.join(scratch, "lantern-games");
    const wanted = fs.readdirSync(folder).map(name => `file://${folder}/${name}`).sort();
    same([...new Set(hrefs)].sort().join("\n"), wanted.join("\n"), "all replay pages are linked to, and nothing else");
    const link = page.locator(".cross a.won").first();
    const said = await link.getAttribute("title");
    const [, winner, loser] = said.match(/^Round \d+: (.*?) \(\w+\) beat (.*?) \(\w+\)/);
    const target = await link.evaluate(one => one.href);
    await link.click();
    same(page.url(), target, "a click leads to the replay page");
    await settled(page);
    same(page.troubles.splice(0).join(), target, "and nowhere else");
    const title = await text(page, "#title");
    check(title.includes(winner) && title.includes(loser), "which shows that game", said, title);
    await page.keyboard.press("ArrowRight");
    check(await page.locator("#frame svg").isVisible(), "and its boards");
    const ways = await page.locator(".ways a").evaluateAll(all => all.map(one => one.href));
    same(ways[0], `file://${file}`, "from where a link leads back");
    const near = ways.slice(1).map(one => Math.abs(parseInt(path.basename(one)) - parseInt(path.basename(target))));
    check(near.length > 0 && near.every(one => one > 0 && one < 4) && ways.slice(1).every(one => wanted.includes(one)),
        "and others to the games before and after", ...ways);
    await page.goBack();
    same(page.url(), `file://${file}`, "and back");
    page.troubles.length = 0;
    const left = page.locator(".left a");
    same(await left.count(), 1, "the illegal game is among those that do not count");
    await left.click();
    await settled(page);
    await page.keyboard.press("n");
    check((await fault(page)).includes("lifts 2 pieces"), "its page shows why");
    page.troubles.length = 0;
    await close(page, "from standings");
}

/* What readers for the blind need. */
async function aloud() {
    const page = await open(path.join(scratch, "lantern.html"));
    const lacks = await page.evaluate(() => {
        const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];
        const found = [];
        const lack = (bad, what) => bad.forEach(one => found.push(`${what}: ${one.outerHTML.slice(0, 80)}`));
        lack(all("table").filter(one => !one.caption || !one.caption.textContent), "no caption");
        lack(all("th").filter(one => !one.scope), "no scope");
        lack(all("table").filter(one => new Set([...one.rows].map(row => row.cells.length)).size > 1), "ragged");
        lack(all("tbody tr").filter(one => all("th[scope=row]", one).length !== 1), "a row without heading");
        lack(all("abbr").filter(one => !one.title), "an abbreviation of nothing");
        lack(all("td a, td [role=img]").filter(one => one.getAttribute("aria-label") !== one.title || !one.title), "a sign");
        lack(all(".wide").filter(one => one.tabIndex !== 0 || !document.getElementById(one.getAttribute("aria-labelledby"))),
            "a region without name or key");
        lack(all("[id]").filter(one => all(`[id="${one.id}"]`).length > 1), "an id twice");
        lack(all("td, th").filter(one => /^(DE|BH|BH-C1|SB|WIN)$/.test(one.textContent) && !one.querySelector("abbr")), "a code");
        if (document.documentElement.lang !== "en" || all("main").length !== 1 || all("h1").length !== 1)
            found.push("no language, main part or heading");
        return found;
    });
    same(lacks.join("\n"), "", "tables have captions, headings and words for signs");
    const tree = await page.locator("body").ariaSnapshot();
    for (const part of ['heading "Lantern Open" [level=1]', 'region "Cross table"', 'table "The players in the order',
        'columnheader "Round 9"', 'rowheader "1 Małgorzata Żurek"', 'link "Round 1: Zoë Lindqvist (White) beat'])
        check(tree.includes(part), `readers find ${part}`);
    await close(page, "standings aloud");
}

async function looks() {
    const file = path.join(scratch, "lantern.html");
    for (const [kind, options] of Object.entries({ light: {}, dark: { colorScheme: "dark" },
        phone: { viewport: PHONE, hasTouch: true, isMobile: true } })) {
        const page = await open(file, "", options);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        check(wide <= 0, `standings ${kind}: no scrolling to the side`, wide);
        const least = await contrast(page);
        check(least >= 4.5, `standings ${kind}: all can be read`, least);
        if (kind === "phone") {
            const cut = await page.locator("tbody :is(th, td)").evaluateAll(all => all.filter(one => {
                const { left, right } = one.getBoundingClientRect();
                return left < 0 || right > innerWidth;
            }).length);
            same(cut, 0, "nothing is cut on a phone");
            const numbers = page.locator(".standings tbody tr").first().locator("td[data-label]:visible");
            same(await numbers.count(), 5, "numbers have words");
            await page.getByLabel("with tie-breaks").check();
            same(await numbers.count(), 10, "and tie-breaks are shown when asked for");
        }
        await close(page, `standings ${kind}`);
    }
    const page = await open(file, "", { viewport: { width: 720, height: 1000 } });
    await page.emulateMedia({ media: "print" });
    const cut = await page.locator(".wide").evaluateAll(
        all => all.filter(one => one.scrollWidth > 720 || getComputedStyle(one).overflowY !== "visible").length);
    same(cut, 0, "print has tables whole");
    check((await page.pdf({ format: "A4" })).length > 10000, "it prints");
    await close(page, "standings print");
}

async function hostile() {
    const games = NAMES.map((name, i) => [name, NAMES[(i + 1) % NAMES.length], ["1-0", "0-1", "1/2-1/2", "*"][i % 4]]);
    const file = make("hostile-tables", write("hostile-tables", games));
    const page = await open(file, "", { viewport: PHONE });
    same(await page.evaluate(() => window.done), undefined, "nothing in a name runs");
    same(await page.locator("script, img, iframe, svg, [onmouseover], [style]").count(), 0, "nor becomes an element");
    same(await text(page, "h1"), NAMES[0], "it is text");
    const shown = await page.locator(".standings tbody th").allTextContents();
    const plain = NAMES.map(name => name.replace(/[\u202E\u2066]/g, one => [...Buffer.from(one)].map(
        byte => `\\x${byte.toString(16)}`).join("")));
    same(shown.sort().join("\n"), plain.sort().join("\n"), "names are whole, and turn no text round");
    const hrefs = await page.locator("a").evaluateAll(all => all.map(one => one.href));
    const folder = `file://${scratch}/hostile-tables-games/`;
    check(hrefs.length > 0 && hrefs.every(one => one.startsWith(folder)), "links lead to the folder alone");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    check(wide <= 0, "long names make no page wide", wide);
    const tall = await page.locator(".standings tr").evaluateAll(all => Math.max(...all.map(one => one.offsetHeight)));
    check(tall < 240, "nor high", tall);
    const blocked = await page.evaluate(async () => {
        const seen = [];
        document.addEventListener("securitypolicyviolation", event => seen.push(event.effectiveDirective));
        for (const [name, words] of [["script", "window.done = 4"], ["style", "body { display: none }"]]) {
            const element = document.createElement(name);
            element.textContent = words;
            document.body.append(element);
        }
        await new Promise(resolve => setTimeout(resolve, 100));
        return [window.done, getComputedStyle(document.body).display, ...seen.map(one => one.replace(/-elem$/, ""))].join();
    });
    same(blocked, ",block,script-src,style-src", "the policy is in force");
    page.troubles.length = 0;
    await close(page, "standings hostile");
}

/* A folder whose name means something in links. */
async function folders() {
    const record = write("folders", [["Anna", "Ben", "1-0"]]);
    for (const name of ["javascript:alert(1)", "a b#c?d%41", "..", "é\"<b>"]) {
        const page = await open(encodeURI(make(name, record)).replace(/[#?]/g, encodeURIComponent));
        const target = await page.locator(".cross a").first().evaluate(one => one.href);
        await page.locator(".cross a").first().click();
        same(page.url(), target, `the folder of ${name}`);
        await settled(page);
        check((await text(page, "#title")).includes("Anna"), `and the page in that of ${name}`);
        page.troubles.length = 0;
        await close(page, `standings ${name}`);
    }
}

async function without() {
    const file = path.join(scratch, "without.html");
    fs.writeFileSync(file, run("score", "--standings", "-f", "html", ...ROUNDS));
    const page = await open(file, "", { javaScriptEnabled: false });
    same(await page.locator("a").count(), 0, "a page without a folder has no links");
    check(await page.locator(".cross .won").first().isVisible(), "but all results, and no script is needed");
    await close(page, "standings without links");
}

/* What was played in a position. */
async function explored() {
    const index = path.join(scratch, "games.db");
    const file = path.join(scratch, "explored.html");
    const record = path.join(scratch, "explored.sgn");
    const evil = "c3:-d9<img src=x onerror=window.done=1>";
    fs.writeFileSync(record, `[Ruleset "accasta-pari"]\n1. ${evil} *\n\n[Ruleset "accasta-pari"]\n1. c3:-d3 1-0\n`);
    run("index", "-o", index, ...ROUNDS, record);
    run("explore", "-f", "html", "-o", file, "-r", "accasta-pari", "--first", "5", index);
    const told = JSON.parse(run("explore", "-f", "json", "-r", "accasta-pari", index));
    const page = await open(file);
    const shown = await rows(page, "table");
    same(JSON.stringify(shown.map(row => row.slice(0, 2))),
        JSON.stringify(told.turns.slice(0, 5).map(one => [one.turn, `${one.games}`])), "turns are those in JSON");
    check((await text(page, ".about")).startsWith(`${told.games} games, White to move`), "how many games reach it");
    check(await page.locator("figure svg").isVisible(), "with the board");
    same(await page.evaluate(() => window.done), undefined, "no turn runs");
    same(await page.locator("script, img").count(), 0, "nor is one an element");
    await close(page, "explored");
    for (const [kind, options] of Object.entries({ light: {}, dark: { colorScheme: "dark" },
        phone: { viewport: PHONE, hasTouch: true, isMobile: true } })) {
        const other = await open(file, "", options);
        const wide = await other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        check(wide <= 0, `explored ${kind}: no scrolling to the side`, wide);
        const least = await contrast(other);
        check(least >= 4.5, `explored ${kind}: all can be read`, least);
        await close(other, `explored ${kind}`);
    }
}

module.exports = [sums, links, aloud, looks, hostile, folders, without, explored];
