/* SPDX-License-Identifier: MIT */
"use strict";
/* Pages about rules. */

const { DESKTOP, check, close, contrast, open, run, same, sample, scratch } = require("./harness");
const fs = require("fs");
const path = require("path");

const folder = path.join(scratch, "rules");
const NARROW = { width: 390, height: 844 };
const SHOWN = ["index", "accasta/range", "hive/one-hive", "stakd/overhang", "staka/bank-empty", "ruleset/domain", "syntax/encoding"];

/* The links of a page, which must be files, or places in them. */
function linksOf(name) {
    const html = fs.readFileSync(path.join(folder, `${name}.html`), "utf8");
    const places = file => [...fs.readFileSync(file, "utf8").matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => {
        const [file, place] = href.split("#");
        const target = path.join(folder, path.dirname(`${name}.html`), file || path.basename(`${name}.html`));
        check(fs.existsSync(target) && (place === undefined || places(target).includes(place)), "links of pages of rules", name, href);
        return href;
    });
}

async function pages() {
    run("explain", "-f", "html", "-o", folder);
    const ids = run("explain").trim().split("\n").map(line => line.split(" ")[0]);
    const listed = linksOf("index").filter(href => href.endsWith(".html"));
    same(listed.join(" "), ids.map(id => `${id}.html`).join(" "), "the list of rules has each");
    ids.forEach(linksOf);
    for (const name of SHOWN)
        for (const viewport of [NARROW, DESKTOP])
            for (const colorScheme of ["light", "dark"]) {
                const page = await open(path.join(folder, `${name}.html`), "", { viewport, colorScheme, javaScriptEnabled: false });
                check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "a page of rules has no more than the width", name);
                const least = await contrast(page);
                check(least >= 4.5, "a page of rules can be read", name, colorScheme, least);
                const fills = await page.evaluate(() => [...document.querySelectorAll(".c")].map(one => getComputedStyle(one).fill));
                check(!fills.includes("rgb(0, 0, 0)"), "boards have their style", name);
                await close(page, `rules ${name} ${viewport.width} ${colorScheme}`);
            }
}

async function led() {
    const file = path.join(scratch, "led.html");
    run("replay", "-f", "html", "--rules-pages", "rules", "-o", file, sample("accasta/wrong-count"));
    const page = await open(file);
    const href = await page.getAttribute("#record a.id", "href");
    check(fs.existsSync(path.join(scratch, href)), "a fault leads to its rule", href);
    await close(page, "rules, from a game");
}

module.exports = [pages, led];
