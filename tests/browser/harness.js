/* SPDX-License-Identifier: MIT */
"use strict";
/* What the tests of pages share: counting, making pages, opening them in Chromium. */

const { execFileSync, spawnSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const program = path.resolve(process.argv[2]);
const { chromium } = require(path.resolve(process.argv[3]));
const pictures = process.argv[4];
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "page-"));
const DESKTOP = { width: 1200, height: 800 };
const PHONE = { width: 360, height: 640 };

let browser;
let passed = 0;
let failed = 0;

function check(good, name, ...facts) {
    if (good)
        passed++;
    else
        failed++;
    if (!good)
        console.log(`failed: ${name}`, ...facts);
}

const same = (a, b, name) => check(a === b, name, `\n  ${JSON.stringify(a)}\n  ${JSON.stringify(b)}`);

function run(...words) {
    return spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 }).stdout;
}

const sample = name => `samples/${name}.sgn`;

/* Waits until a page with games has opened one, or the page that referees has its library. */
const settled = page => page.waitForFunction(
    () => !document.getElementById("record") || document.body.dataset.game || document.body.dataset.ready);

/* A page at HASH; whatever it asks for, and whatever it complains of, is in .troubles. */
async function open(file, hash = "", options = {}) {
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.troubles = [];
    page.on("console", message => page.troubles.push(message.text()));
    page.on("pageerror", error => page.troubles.push(error.message));
    page.on("dialog", dialog => page.troubles.push(dialog.message()) && dialog.dismiss());
    page.on("request", request => {
        if (request.url().split("#")[0] !== `file://${file}` && !request.url().startsWith("blob:"))
            page.troubles.push(request.url());
    });
    await page.goto(`file://${file}${hash}`);
    if (options.javaScriptEnabled !== false)
        await settled(page);
    return page;
}

async function close(page, name) {
    same(page.troubles.join("; "), "", `${name}: no complaint and no request`);
    if (pictures)
        await page.screenshot({ path: path.join(pictures, `${name.replace(/\W+/g, "-")}.png`) });
    await page.context().close();
}

/* What is said of the turn that is shown. */
const fault = page => page.locator(".turn[aria-current] ~ .fault").evaluateAll(all => all.map(one => one.textContent).join());

const text = (page, selector) => page.locator(selector).evaluate(one => one.textContent);

/* The least contrast of texts with what is behind them. */
const contrast = page => page.evaluate(() => {
    const light = colour => {
        const [r, g, b] = colour.map(part => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const parts = colour => colour.match(/[\d.]+/g).map(Number);
    const behind = one => {
        const colour = parts(getComputedStyle(one).backgroundColor);
        return colour.length === 4 && colour[3] === 0 && one.parentElement ? behind(one.parentElement) : colour;
    };
    let least = 99;
    for (const one of document.querySelectorAll("h1, h2, p, th, td, a, small, li, dt, dd, abbr, sup, span, b, summary, button, bdi, label")) {
        const [a, b] = [light(parts(getComputedStyle(one).color)), light(behind(one))];
        if (one.textContent.trim() !== "" && one.checkVisibility() && !one.disabled)
            least = Math.min(least, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
    }
    return least;
});

/* Runs DEEDS one after the other and prints what they came to. */
async function main(deeds) {
    const executablePath = execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
    browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
    for (const deed of deeds)
        await deed().catch(error => check(false, deed.name, error.stack));
    await browser.close();
    fs.rmSync(scratch, { recursive: true });
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
}

module.exports = { DESKTOP, PHONE, check, close, contrast, fault, main, open, run, same, sample, scratch, settled, text };
