/* SPDX-License-Identifier: MIT */
import { Catasta } from "./library.js";

export * from "./library.js";

/** The module that lies beside this file, ready to be used; the others are its methods. */
declare const catasta: Catasta;
export default catasta;
export const version: string;
export const tags: string[];
export const check: Catasta["check"];
export const convert: Catasta["convert"];
export const fmt: Catasta["fmt"];
export const write: Catasta["write"];
export const page: Catasta["page"];
export const read: Catasta["read"];
export const start: Catasta["start"];
export const position: Catasta["position"];
export const record: Catasta["record"];
export const rulesets: Catasta["rulesets"];
export const ruleset: Catasta["ruleset"];
export const setup: Catasta["setup"];
export const checkRuleset: Catasta["checkRuleset"];
export const schema: Catasta["schema"];
export const explain: Catasta["explain"];
