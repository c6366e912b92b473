/* SPDX-License-Identifier: MIT */
"use strict";
/* Shows the games that the page holds; page.h says what is in them.  Whatever a record says goes
   into text nodes.  The files page_*.js are one script, page.js its end. */

const SVG = "http://www.w3.org/2000/svg";
const ILLEGAL = ["", "illegal", "illegal, but it stood", "not played", "not judged"];
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
/* Letters without their accents, small. */
const fold = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[łøđı]/g, one => "lodi"["łøđı".indexOf(one)]);

/* "?ply=12&flip=1&theme=dark", for pages in frames of others; a theme that the page was made with stays. */
const wishes = new URLSearchParams(location.search);
const theme = !document.documentElement.dataset.theme && /^(light|dark)$/.test(wishes.get("theme")) ? wishes.get("theme") : null;
if (theme)
    document.documentElement.dataset.theme = theme;
const themed = css => (theme ? css.replaceAll("(prefers-color-scheme:dark)", theme === "dark" ? "(width)" : "(width < 0)") : css);

/* What the page holds: how it is to look, what pieces there are, and of each game what is written of it without this
   script, and where its data are. */
let options;
let kinds;
let games;
let several;
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/* Takes this out of a page. */
function take(page) {
    const data = kind => JSON.parse(page.querySelector(`script.${kind}`).textContent);
    options = data("options");
    kinds = data("pieces").map(([text, seat, colour, ink, under, underInk, thick, solid, hatched, ...rest]) => {
        const [sign, rests] = typeof rest[0] === "string" ? rest.splice(0, 2) : [];
        return { text, seat, colour, ink, under, underInk, thick: thick || 1, solid, hatched, sign, rests, at: rest };
    });
    games = [];
    for (const one of page.getElementById("records").querySelectorAll("details, script.games"))
        if (one.nodeName === "SCRIPT")
            games.filter(game => !game.block).forEach((game, line) => Object.assign(game, { block: one, line }));
        else
            games.push({
                name: one.firstChild.textContent.replace(/[\u2068\u2069]/g, ""), bad: one.className === "bad",
                text: one,
            });
    several = games.length > 1;
    sheet.replaceSync(themed(options.css));
}
take(document);
const recordOf = one => one.text.querySelector("pre").textContent.trim();

/* The game shown, and how: */
let game;          /* its data */
let number = 0;    /* which one, from 1 */
let at = 0;        /* the node shown */
let shown = 0;     /* the board shown large */
let flipped = /^[01]$/.test(wishes.get("flip")) ? wishes.get("flip") === "1" : Boolean(options.flip);
let links;         /* by node */
let timer = null;

const playerName = (of, seat) => (of.players[seat] && of.players[seat] !== "?" ? of.players[seat] : of.seats[seat]);
const titleWords = of => of.seats.map((_, seat) => clean(playerName(of, seat) || `Seat ${seat + 1}`)).join(" – ") ||
    "A game that cannot be shown";
const aboutWords = of => of.about.split("\n").map(clean);
