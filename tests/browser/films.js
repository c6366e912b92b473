/* SPDX-License-Identifier: MIT */
"use strict";
/* A game as a picture that moves shows what the pictures of its positions show, one after the other. */

const { close, open, run, same, sample, scratch } = require("./harness");
const fs = require("fs");
const path = require("path");

const GAMES = ["accasta/annotated", "staku/annotated", "stakz/annotated", "staka/annotated", "stakd/two", "abande/annotated",
    "attangle/annotated"];

/* What is written in the picture at MILLISECONDS, -1: as it stands. */
const seen = (page, milliseconds) => page.evaluate(time => {
    for (const one of document.getAnimations()) {
        one.pause();
        if (time >= 0)
            one.currentTime = time;
    }
    return [...document.querySelectorAll("text")].filter(one => getComputedStyle(one).visibility === "visible")
        .map(one => one.outerHTML).sort().join("\n");
}, milliseconds);

/* What is written in the picture in FILE, as PAGE reads it. */
const written = (page, file) => page.evaluate(source => [
    ...new DOMParser().parseFromString(source, "image/svg+xml").querySelectorAll("text"),
].map(one => one.outerHTML).sort().join("\n"), fs.readFileSync(file, "utf8"));

async function film(name) {
    const file = path.join(scratch, `${name.replace("/", "-")}-film.svg`);
    const folder = path.join(scratch, `${name.replace("/", "-")}-frames`);
    run("replay", "-f", "svg", "--animate", "--seconds", "0.5", "-o", file, sample(name));
    run("replay", "-f", "svg", "-g", "1", "-o", folder, sample(name));
    const frames = fs.readdirSync(folder).sort();
    const page = await open(file, "", { reducedMotion: "no-preference" });
    let last = "";
    for (const [index, frame] of frames.entries()) {
        last = await written(page, path.join(folder, frame));
        same(await seen(page, 500 * index + 250), last, `${name}: what is seen at ply ${index}`);
    }
    same(await seen(page, 500 * frames.length + 2500), last, `${name}: the last position stays for a while`);
    await page.emulateMedia({ reducedMotion: "reduce" });
    same(await seen(page, -1), last, `${name}: without motion it is the last position`);
    await close(page, `${name} film`);
}

module.exports = GAMES.map(name => () => film(name));
