/* SPDX-License-Identifier: MIT */
/* The module that lies beside this file, ready to be used. */
import { Catasta } from "./library.js";

export { Catasta, CatastaError, Game, GameRecord, Position } from "./library.js";

const place = new URL("./catasta.wasm", import.meta.url);
const node = "node:fs/promises"; /* not for bundlers */

async function bytes() {
    if (place.protocol === "file:")
        return (await import(/* webpackIgnore: true */ /* @vite-ignore */ node)).readFile(place);
    const response = await fetch(place);
    if (!response.ok)
        throw new Error(`${place.href}: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}

const catasta = await Catasta.load(bytes());
export default catasta;

export const version = catasta.version;
export const tags = catasta.tags;
export const check = (text, options) => catasta.check(text, options);
export const convert = (text, options) => catasta.convert(text, options);
export const fmt = (text, options) => catasta.fmt(text, options);
export const write = (form, text, options) => catasta.write(form, text, options);
export const page = (text, options) => catasta.page(text, options);
export const read = (text, options) => catasta.read(text, options);
export const start = (ruleset, tags, options) => catasta.start(ruleset, tags, options);
export const position = (ruleset, text, options) => catasta.position(ruleset, text, options);
export const record = (ruleset, tags, options) => catasta.record(ruleset, tags, options);
export const rulesets = options => catasta.rulesets(options);
export const ruleset = (name, options) => catasta.ruleset(name, options);
export const setup = (name, wanted, options) => catasta.setup(name, wanted, options);
export const checkRuleset = (yaml, options) => catasta.checkRuleset(yaml, options);
export const schema = () => catasta.schema();
export const explain = (id, format) => catasta.explain(id, format);
