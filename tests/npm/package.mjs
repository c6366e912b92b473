/* SPDX-License-Identifier: MIT */
/* Holds what the npm package says against the program: package.mjs PROGRAM FOLDER, FOLDER with the package.  Of all
   samples and games of the corpus, whole, cut and with slips, both write the same bytes.  Ends with "N passed, N failed". */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [program, folder] = process.argv.slice(2).map(word => resolve(word));
const catasta = await import(pathToFileURL(join(folder, "index.js")).href);
const scratch = mkdtempSync(join(tmpdir(), "npm-"));
const ENVIRONMENT = { ...process.env, LC_ALL: "C.UTF-8" };
let passed = 0;
let failed = 0;

function check(good, name, ...facts) {
    good ? passed++ : failed++;
    if (!good)
        console.log(`failed: ${name}`, ...facts);
}

function same(ours, theirs, name) {
    if (ours === theirs)
        return check(true, name);
    let at = 0;
    while (ours !== null && ours[at] === theirs[at])
        at++;
    check(false, name, `at ${at}:\n  ${JSON.stringify(ours?.slice(at, at + 90))}\n  ${JSON.stringify(theirs.slice(at, at + 90))}`);
}

const run = (...words) => spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28, env: ENVIRONMENT }).stdout;
const fails = (name, words, deed) => {
    try {
        deed();
        check(false, `${name}: no error`);
    } catch (error) {
        check(error instanceof catasta.CatastaError && error.message.includes(words), name, error.message);
    }
};
const record = (...lines) => `${lines.join("\n")}\n`;

/* ---- the same bytes ---- */

const base = name => name.replace(/.*\//, "");

function compare(file, name = file) {
    const bytes = readFileSync(file);
    const options = { ruleset: "accasta-pari", name: file };
    const run1 = (...words) => run(words[0], "-r", "accasta-pari", ...words.slice(1), file);
    same(catasta.write("jsonl", bytes, options), run1("check", "-f", "jsonl"), `${name}: check -f jsonl`);
    same(catasta.convert(bytes, options).text, run1("convert", "--from=typed"), `${name}: convert --from=typed`);
    same(catasta.write("jsonl", bytes, { ...options, from: "typed" }), run1("check", "--from=typed", "-f", "jsonl"), `${name}: check --from=typed`);
    same(catasta.fmt(bytes, options).text ?? "", run1("fmt"), `${name}: fmt`);
    same(catasta.fmt(bytes, { ...options, fix: "likely" }).text ?? "", run1("fmt", "--fix=likely"), `${name}: fmt --fix=likely`);
    return { bytes, options, run1 };
}

function compareAll(file) {
    const { bytes, options, run1 } = compare(file);
    same(catasta.write("sarif", bytes, options), run1("check", "-f", "sarif"), `${file}: check -f sarif`);
    for (const form of ["junit", "github"])
        same(catasta.write(form, bytes, options), run1("check", "-f", form), `${file}: check -f ${form}`);
    same(catasta.page(bytes, { ...options, title: base(file) }), run1("replay", "-f", "html"), `${file}: replay -f html`);
    same(catasta.write("replay", bytes, options), run1("replay"), `${file}: replay`);
    const [game] = catasta.read(bytes, options).filter(one => one.number === 1);
    const drawn = catasta.read(bytes, { ...options, boards: true }).find(one => one.number === 1); // with what is refused
    same(drawn?.picture() ?? "", run1("show", "-f", "svg"), `${file}: show -f svg`);
    if (game && game.nodes.length > 0) {
        const last = game.nodes.findLastIndex(node => node.depth === 0 && node.verdict === "legal");
        const ply = game.nodes[Math.max(0, last)].ply;
        const position = game.position(Math.max(0, last));
        const sorted = turns => turns.sort().join("\n");
        same(sorted(position.moves("", 1e6).map(move => move.text)), sorted(run1("moves", "-p", String(ply)).trimEnd().split("\n")),
            `${file}: moves`);
        same(`${position}\n`, run1("show", "-f", "position", "-p", String(ply)), `${file}: show -f position`);
    }
}

const files = execFileSync("git", ["ls-files", "*.sgn"], { encoding: "utf8" }).trim().split("\n");
for (const file of files)
    compareAll(file);

/* Some cut somewhere, and with characters exchanged, always the same ones. */
let seed = 1;
const random = most => (seed = seed * 48271 % 2147483647) % most;
for (const file of files.filter((_, i) => i % 3 === 0)) {
    const bytes = readFileSync(file);
    const broken = join(scratch, base(file));
    for (let i = 0; i < 6; i++)
        bytes[random(bytes.length)] = random(4) === 0 ? random(256) : bytes[random(bytes.length)];
    writeFileSync(broken, random(2) ? bytes : bytes.subarray(0, random(bytes.length)));
    compare(broken, `${file}, broken`);
}

/* ---- what only the package has ---- */

const slip = record('[Ruleset "accasta-pari"]', '[White "Ærø 😀"]', "", "{😀} 1. c3:-d3 e3:-e2 *");
const found = catasta.check(slip.replace("c3:-d3", "c3:-d9"));
check(found.status === 1 && !found.legal && found.games.length === 1, "check finds a slip", found);
same(slip.replace("c3:-d3", "c3:-d9").slice(found.diagnostics[0].from, found.diagnostics[0].to), "-d9", "a diagnostic has its place in UTF-16");
for (const { edits: [edit] } of found.diagnostics[0].repairs)
    same(slip.replace("c3:-d3", "c3:-d9").slice(edit.from, edit.to), "c3:-d9", "and so have its edits");
check(catasta.check(slip, { ignore: "all" }).legal && catasta.check(slip).told === "", "a legal game");
check(catasta.check("").games.length === 0 && catasta.check("").legal, "nothing at all");

const typed = record("Hi 😀, our game:", "Ruleset: Accasta Pari", "White: Anna", "", "1) C3 : -D3 e3:-e2 see you at d3", "2) c4:-d4 Black resigned?");
const copy = catasta.convert(typed);
check(copy.text.includes("1. c3:-d3 e3:-e2 {see you at d3} 2. c4:-d4 {Black resigned?}") && catasta.check(copy.text).legal, "a copy of typed text", copy.text);
const asked = copy.diagnostics.filter(one => one.severity === "error");
same(asked.map(one => `${one.id} ${typed.slice(one.from, one.to)}`).join(), "typed/unclear Black resigned", "what is asked has its place");
check(copy.status === 1 && copy.games[0].changes.length > 5 && copy.games[0].changes.every(one => typed.slice(one.from, one.to) === one.was),
    "changes have their places", copy.games[0].changes);
same(catasta.convert(copy.text).text, copy.text, "the copy of a copy");
check(catasta.convert("").text === "" && catasta.check(typed).status === 1 && catasta.check(typed).games[0].changes === undefined, "text is not typed by itself");
same(catasta.read(typed, { from: "typed" })[0].plies, 3, "typed text is read as games");
same(catasta.fmt(typed, { from: "typed" }).text, copy.text, "and written in canonical form");

const [game] = catasta.read(slip);
same(slip.slice(game.nodes[1].from, game.nodes[1].to), "c3:-d3", "a node has its place in UTF-16");
same(slip.slice(game.result.from, game.result.to), "*", "the result has its place");
check(game.pictures(0, 2).length === 3 && game.picture(99) === null && game.animation().includes("<svg"), "pictures");
game.free();
fails("a game that was freed", "this game was freed", () => game.position(0));

const start = catasta.start("accasta-pari");
const again = start.copy();
check(start.play("c3:-d3") === null && start.data.toMove === 2 && again.data.toMove === 1, "a copy stays as it was");
const fault = start.play("c3:-😀d9");
check(fault.message !== "" && fault.from >= 0 && fault.to <= "c3:-😀d9".length, "what is wrong with a turn", fault);
const meant = start.judge("f4:9-f3");
check(meant.turn === null && meant.fault.repairs.length > 0 && meant.fault.repairs[0].edits[0].to <= 7, "repairs of a turn", meant);
check(start.copy().judge(meant.fault.repairs[0].turn).turn === meant.fault.repairs[0].turn, "a repair can be played");
const untidy = start.copy().judge("f4:-f3");
check(untidy.turn === "f4:+f3" && untidy.fault.severity === "note", "what is said of a turn that is played", untidy);
const hands = { Hand1: "R3 R4 O1 O5 G1 G4 B1 B4 P1 P5", Hand2: "R1 R4 O4 O5 G1 G2 B2 B3 P2 P4", Start: "G3 B5" };
const hidden = catasta.start("stakz", hands);
check([1, 2, 0].map(seat => /R3\.R4/.test(hidden.seen(seat))).join() === "true,false,false", "what a seat may see", `${hidden.seen(2)}`);
check(hidden.seen(3) === null, "no such seat");

const made = catasta.record("accasta-pari", { White: 'A "B" \\' });
check(made.judge(" b4: 2-c5").turn === "b4:2-c5" && made.play("b4:2-c5") !== null && made.play("f4:+f3") === null, "a game is made");
made.comment("} 1-0\n[Event \"x\"]");
check(made.result("2-0") !== null && made.result("1/2-1/2") === null && made.play("b3:-c3") !== null, "a result ends it");
check(made.game.ended && made.game.legal && made.game.nodes.length === 3 && made.position.data.toMove === 1, "it is a game", made.game);
same(`${made}`, `${catasta.fmt(`${made}`).text}`, "it is in canonical form");
check(made.undo() && made.undo() && made.position.data.toMove === 2 && made.undo() && !made.undo(), "undo");
check(catasta.start("staku").data.ended === false && made.game.ended === false, "nobody has ended it");
made.free();
fails("a record that was freed", "this record was freed", () => made.play("b4:2-c5"));
fails("a record of no ruleset", "unknown ruleset", () => catasta.record("nothing"));
const mine = catasta.record("mine", {}, { rulesets: { mine: "title: Mine\ngame: staku\nextends: staku\n" } });
check(mine.play(mine.position.moves()[0].text) === null && mine.game.plies === 1, "a record of a ruleset of one's own");

const [slipped] = catasta.check(slip.replace("e3:-e2", "e3:9-e2")).diagnostics;
check(slipped.endColumn > slipped.column && slipped.end_column === slipped.endColumn && !Object.keys(slipped).includes("end_column"), "names in camel case");
check(slipped.repairs[0].edits[0].end_line === slipped.repairs[0].edits[0].endLine && "wentOn" in slipped, "and below");
same(`${catasta.position("accasta-pari", `${start}`)}`, `${start}`, "a position is read as it is written");
check(start.moves("e3").length > 0 && start.moves("e3").every(move => move.text.startsWith("e3")) && start.moves("z").length === 0 && start.moves("", 3).length === 3,
    "turns that begin so");
/* Whatever a new game takes, it can begin with; a deal is that of its seed. */
const tagsOf = ({ tags }) => Object.fromEntries(tags.map(one => [one.name, one.value]));
for (const [name] of catasta.rulesets())
    for (const players of catasta.setup(name).players) {
        const setups = [...Array(9).keys()].map(seed => catasta.setup(name, { players, seed: seed === 8 ? 7 : seed }));
        const people = Object.fromEntries(setups[0].seats.map((seat, i) => [`Player${i + 1}`, seat]));
        const begun = setups.map(setup => catasta.start(name, { ...people, ...tagsOf(setup) }));
        same(begun.map(one => one.data.seats.length).join(), Array(9).fill(players).join(), `${name}: a game of ${players} begins`);
        check(begun[0].data.seats.every((seat, i) => seat.name === setups[0].seats[i]), `${name}: its seats`, setups[0].seats);
        const deals = new Set(setups.map(({ tags }) => JSON.stringify(tags)));
        same(deals.size, setups[0].tags.some(one => one.name === "Start") ? 8 : 1, `${name}: as many deals as seeds`);
    }
fails("a number of players that is not possible", "not for that number of players", () => catasta.setup("accasta-pari", { players: 3 }));
fails("a ruleset that is not there", "unknown ruleset", () => catasta.setup("nothing"));
/* Pointing: in every game each target leads on, and to legal turns. */
for (const [name] of catasta.rulesets()) {
    const position = catasta.start(name, tagsOf(catasta.setup(name, { seed: 1 })));
    let stuck = "";
    for (let turn = 0; turn < 30 && position.data.toMove !== 0 && stuck === ""; turn++) {
        const pointed = [];
        let found = position.point();
        while (found.targets.length > 0 && (found.turns.length === 0 || (turn + pointed.length) % 3 === 0)) {
            pointed.push(found.targets[(7 * turn + 3 * pointed.length) % found.targets.length].name);
            found = position.point(pointed);
        }
        const made = found.turns[0] ?? (pointed.length === 0 ? position.moves()[0].text : "");
        stuck = made === "" || position.play(made) !== null ? `turn ${turn}: ${pointed.join(" ")} ${made}` : "";
    }
    same(stuck, "", `${name}: pointing leads to turns`);
}
const pointed = catasta.start("accasta-pari");
same(pointed.point(["a4", "b5"]).turns.slice(0, 3).join(), "a4:-b5,a4:2-b5,a4:3-b5", "the shortest turn to a goal is meant");
same(pointed.point(["a4", "b5", "b5"]).turns[0], "a4:2-b5", "and the next one when it is named again");
same(JSON.stringify(pointed.point(["a4", "a4:"])), '{"turns":[],"targets":[]}', "what is no target leads nowhere");
check(["text", "words", "svg"].every(form => start.write(form).length > 40), "a position in every form");
check(start.data.cells.some(cell => cell.name === "d3" && cell.pieces.length === 1), "cells and what is on them");
same(catasta.start("staka", { Colours: "RB" }, {}).data.seats.length, 2, "tags set a game up");

const own = { mine: "title: Mine\ngame: accasta\nextends: accasta-pari\n", other: "game: accasta\nextends: mine\n" };
const named = slip.replace("accasta-pari", "other");
check(catasta.check(named, { rulesets: own }).legal && !catasta.check(named).legal, "rulesets from text, which extend each other");
check(catasta.rulesets({ rulesets: own }).some(([name, title]) => name === "mine" && title.includes("Mine")), "they are listed");
check(catasta.ruleset("other", { rulesets: own }).includes("game: accasta"), "and shown");
const bad = catasta.check(named, { rulesets: { other: "extends: [nonsense" } });
check(bad.status === 2 && bad.told.includes("rulesets/other.yaml:1"), "a ruleset that cannot be used fails the run", bad.told);
same(catasta.checkRuleset(own.mine, {}).length, 0, "a ruleset without problems");
check(catasta.checkRuleset("game: accasta\nbord: 3\n").some(one => one.line === 2 && one.advice.includes("board")), "one with a problem");
check(catasta.schema().$schema !== undefined && catasta.explain("accasta/range").includes("range") && catasta.tags.includes("Ruleset"),
    "schema, explanations, tags");
check(catasta.fmt("1. c3:-d3 *").text !== null, "what cannot be judged is copied");
check(catasta.fmt(slip.replace("e3:", "qq")).text === null, "what has no canonical form refuses the text");

fails("an unknown ruleset", "unknown ruleset 'nothing'", () => catasta.start("nothing"));
fails("an unknown ruleset of a check", "unknown ruleset", () => catasta.check(slip, { ruleset: "nothing" }));
fails("an unknown id", "nowhere/at-all", () => catasta.check(slip, { ignore: ["nowhere/at-all"] }));
fails("an unknown form", "unknown form 'pdf'", () => catasta.write("pdf", slip));
fails("an unknown form of what is read", "unknown form 'json'", () => catasta.check(slip, { from: "json" }));
fails("an unknown theme", "unknown theme 'pink'", () => catasta.page(slip, { theme: "pink" }));
fails("a NUL in a name", "NUL", () => catasta.check(slip, { ruleset: "a\0b" }));

/* The types name all that there is, and nothing else. */
const types = name => readFileSync(join(folder, name), "utf8");
const exported = text => [...text.matchAll(/^export (?:const|class) (\w+)/gm)].map(([, name]) => name);
same([...exported(types("index.d.ts")), ...exported(types("library.d.ts")), "default"].sort().join(), Object.keys(catasta).sort().join(),
    "types of what is exported");
for (const name of ["Catasta", "Game", "GameRecord", "Position"]) {
    const [body] = types("library.d.ts").match(new RegExp(`^export class ${name} \\{[^]*?^\\}`, "m"));
    const described = [...body.matchAll(/^    (?:readonly )?(\w+)\??[(:]/gm)].map(([, one]) => one);
    const own = { Catasta: catasta.default, Game: catasta.read(slip)[0], GameRecord: catasta.record("staku"), Position: start }[name];
    const there = [...Object.getOwnPropertyNames(catasta[name].prototype), ...Object.keys(own)];
    const sorted = names => [...new Set(names)].filter(one => one !== "constructor" && one !== "load").sort().join();
    same(sorted(described), sorted(there), `types of ${name}`);
}

/* Input that means ill: an answer, in time, and the module goes on. */
const soon = (name, deed, seconds = 20) => {
    const begin = process.cpuUsage();
    deed();
    const { user } = process.cpuUsage(begin);
    check(user < seconds * 1e6, `${name} takes ${user / 1000} ms of the processor`);
    check(catasta.check(slip).legal, `${name}: the module goes on`);
};
soon("variations in variations", () => catasta.read(`${slip.slice(0, -2)}${"(".repeat(1e5)}`).forEach(one => one.free()));
soon("an open brace", () => catasta.check(`${slip.slice(0, -2)}{${"x".repeat(1e7)}`));
soon("no record", () => catasta.page("\0".repeat(1e6)));
soon("any bytes", () => catasta.check(Uint8Array.from({ length: 1e6 }, () => random(256))));
soon("prose as typed text", () => catasta.convert("1. c3:-d3 resigned? (see you at d3) \n".repeat(1e4), { ruleset: "accasta" }));
soon("half of a pair of UTF-16", () => catasta.check(`${slip}\ud83d`));
soon("YAML in YAML", () => catasta.checkRuleset("[".repeat(1e5)));
soon("games that are not closed", () => catasta.read('[Event "x"\n'.repeat(4e4)).forEach(one => one.free()), 5);
soon("games without end", () => catasta.read(slip.repeat(2000)).forEach(one => one.free()));

rmSync(scratch, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
