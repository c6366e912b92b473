/* SPDX-License-Identifier: MIT */
"use strict";
/* A game as a picture that moves shows what the pictures of its positions show, one after the other, and pieces slide
   between them as they do in pages. */

const { close, open, run, same, sample, scratch } = require("./harness");
const fs = require("fs");
const path = require("path");

const GAMES = ["accasta/annotated", "staku/annotated", "stakz/annotated", "staka/annotated", "stakd/two", "abande/annotated",
    "attangle/annotated", "tak/annotated", "hive/annotated"];

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

/* How far what slides has to go, in PAGE at MILLISECONDS and the 200 after them. */
const ways = (page, milliseconds) => page.evaluate(time => {
    const places = after => {
        for (const one of document.getAnimations())
            one.currentTime = time + after;
        return sliding.map(one => new DOMMatrix(getComputedStyle(one).transform));
    };
    let sliding = [...document.querySelectorAll("g.varies")];
    places(0);
    sliding = sliding.filter(one => getComputedStyle(one).visibility === "visible" && getComputedStyle(one).transform !== "none");
    const [from, between, to] = [0, 100, 200].map(places);
    return sliding.map((_, i) => [to[i].e - from[i].e, to[i].f - from[i].f, Math.hypot(between[i].e - from[i].e, between[i].f - from[i].f) > 1]
        .map(one => (typeof one === "number" ? Math.round(one) : one)).join()).sort().join(" ");
}, milliseconds);

/* The same of the page with the game, at the ply that comes next; what slides there has to wait, or it may be over. */
const waysOfPage = async page => {
    await page.evaluate(() => {
        document.getAnimations().forEach(one => one.cancel());
        window.animate ??= Element.prototype.animate;
        Element.prototype.animate = function (...how) {
            const one = window.animate.apply(this, how);
            one.pause();
            return one;
        };
    });
    await page.keyboard.press("ArrowRight");
    return page.evaluate(() => document.getAnimations().map(one => one.effect.getKeyframes()).filter(([{ transform }]) => transform).map(
        all => all.map(({ transform }) => new DOMMatrix(transform))).map(([from, to]) => [Math.round(to.e - from.e), Math.round(to.f - from.f), true].join())
        .sort().join(" "));
};

async function film(name) {
    const file = path.join(scratch, `${name.replace("/", "-")}-film.svg`);
    const folder = path.join(scratch, `${name.replace("/", "-")}-frames`);
    run("replay", "-f", "svg", "--animate", "--seconds", "0.5", "-o", file, sample(name));
    run("replay", "-f", "svg", "-g", "1", "-o", folder, sample(name));
    const frames = fs.readdirSync(folder).sort();
    const page = await open(file, "", { reducedMotion: "no-preference" });
    const own = path.join(scratch, `${name.replace("/", "-")}-film.html`);
    run("replay", "-f", "html", "-o", own, sample(name));
    const replay = await open(own, "#0", { reducedMotion: "no-preference" });
    let last = "";
    for (const [index, frame] of frames.entries()) {
        last = await written(page, path.join(folder, frame));
        same(await seen(page, 500 * index + 250), last, `${name}: what is seen at ply ${index}`);
        same(await ways(page, 500 * index), index > 0 ? await waysOfPage(replay) : "", `${name}: what slides at ply ${index}`);
    }
    await close(replay, `${name} replay`);
    same(await seen(page, 500 * frames.length + 2500), last, `${name}: the last position stays for a while`);
    await page.emulateMedia({ reducedMotion: "reduce" });
    same(await seen(page, -1), last, `${name}: without motion it is the last position`);
    await close(page, `${name} film`);
}

module.exports = GAMES.map(name => () => film(name));
