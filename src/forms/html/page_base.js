"use strict";
/* Shows the games that the page holds; page.h says what is in them.  Whatever a record
   says goes into text nodes; drawings, which no record writes, are parsed as SVG.
   The files page_*.js are one script, page.js its end. */

const SVG = "http://www.w3.org/2000/svg";
const PAUSE = 1400;
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

const sources = [...document.querySelectorAll("script.game")];
const titles = [...document.querySelectorAll("script.title")].map(one => JSON.parse(one.textContent));
const several = titles.length > 1;

const sheet = new CSSStyleSheet();
sheet.replaceSync(JSON.parse(document.querySelector("script.style").textContent));
document.adoptedStyleSheets = [sheet];

/* The game shown, and how: */
let title;
let game;          /* its data */
let number = 0;    /* which one, from 1 */
let at = 0;        /* the node shown */
let flipped = false;
let looks = [];    /* by slot, as drawn */
let surfaces;      /* the boards that are drawn, each with its layers */
let groups;        /* by slot */
let links;         /* by node */
let timer = null;

function dateWords(date) {
    return date.replace(/^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/, (all, year, month, day) =>
        month === "??" ? year : day === "??" ? `${year}-${month}` : `${year}-${month}-${day}`);
}

const playerName = (of, seat) => (of.players[seat] && of.players[seat] !== "?" ? of.players[seat] : of.seats[seat]);
const titleWords = of => of.seats.map((_, seat) => clean(playerName(of, seat) || `Seat ${seat + 1}`)).join(" – ") ||
    "A game that cannot be shown";

function aboutWords(of) {
    const [, event, site, round, date, annotator] = of.tags;
    const words = [event, site, round && `round ${round}`, date && dateWords(date)];
    words.push(annotator && `notes by ${annotator}`, of.ruleset && `ruleset ${of.ruleset}`);
    return words.filter(one => one).map(clean);
}

function listGames() {
    $("games").hidden = !several;
    titles.forEach((of, index) => {
        const link = make("a", "", isolated("", titleWords(of)));
        link.href = `#${index + 1}.0`;
        const about = clean([of.tags[1], of.outcome].filter(one => one).join(" · "));
        const item = make("li", "", link, " ", make("span", "about", make("bdi", "", about)));
        if (!of.legal)
            item.append(" ", make("span", "bad", "✗ faults"));
        $("games").firstElementChild.append(item);
    });
}
