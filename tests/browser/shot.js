/* SPDX-License-Identifier: MIT */
"use strict";
/* Takes the picture of the page that referees: shot.js PLAYWRIGHT PAGE RECORD PICTURE. */

const fs = require("fs");
const path = require("path");
const { execFileSync } = require("child_process");

const [, , playwright, page, record, picture] = process.argv;
const { chromium } = require(path.resolve(playwright));

(async () => {
    const browser = await chromium.launch({ executablePath: execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim(), args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
    const tab = await browser.newPage({ viewport: { width: 1280, height: 820 }, reducedMotion: "reduce" });
    await tab.goto(`file://${path.resolve(page)}`);
    await tab.waitForFunction(() => document.body.dataset.ready);
    await tab.fill("#source", fs.readFileSync(record, "utf8"));
    await tab.waitForSelector("svg.cs", { timeout: 8000 });
    await tab.waitForTimeout(1000);
    await tab.screenshot({ path: picture });
    await browser.close();
})().catch(error => {
    console.error(error.message);
    process.exit(1);
});
