/* SPDX-License-Identifier: MIT */
/** What a record means is said by the session: rulesets, and what to make of faults. */
export interface Options {
    /** For records that name none: a shipped name, or one of `rulesets`. */
    ruleset?: string;
    /** ... and for all the others, too. */
    forceRuleset?: boolean;
    /** Parameters to change in it, "win.check=next-turn". */
    rules?: string;
    /** Rulesets as YAML, by their names. */
    rulesets?: Record<string, string | Uint8Array>;
    /** Ids, or groups of ids, that are errors, warnings, or nothing. */
    errors?: string | string[];
    warnings?: string | string[];
    ignore?: string | string[];
    /** Records say in comments, [%expect ID], what must be found. */
    expect?: boolean;
    /** Show the board that each fault found; text only. */
    boards?: boolean;
    /** Line drawing characters, the default, or ASCII alone. */
    unicode?: boolean;
    /** Positions in words. */
    plain?: boolean;
    countIllegal?: boolean;
    adjudicate?: boolean;
    /** The text may be a document, by its name, with records between lines of ``` or ~~~. */
    documents?: boolean;
    width?: number;
    /** Of the text, for messages. */
    name?: string;
}

export interface PictureOptions {
    /** Width in pixels, 16 to 400. */
    cell?: number;
    flip?: boolean;
    /** Without names of cells. */
    bare?: boolean;
    css?: string;
    theme?: "auto" | "light" | "dark" | "print";
    caption?: string;
}

export interface WriteOptions extends Options, PictureOptions {
    /** Only that one. */
    game?: number;
    title?: string;
    verbose?: boolean;
    /** The one that a page shows first; -1: the last. */
    ply?: number;
    /** A page for paper. */
    print?: boolean;
    diagrams?: number;
}

export type Form = "text" | "jsonl" | "sarif" | "quiet" | "replay" | "html" | "sgn" | "score" | "score-tsv" | "score-json";
export type Severity = "error" | "warning" | "note";
export type Confidence = "possible" | "likely" | "certain";

/** Lines and columns count from 1, columns in characters; `from` and `to` are indices of the string that was given. */
export interface Edit {
    line: number;
    col: number;
    end_line: number;
    end_col: number;
    text: string;
    from?: number;
    to?: number;
}

export interface Repair {
    kind: string;
    confidence: Confidence;
    turn: string | null;
    legal: number;
    whole: boolean;
    edits: Edit[];
}

/** The keys are those of `catasta check -f jsonl`, in catasta-check(1). */
export interface Diagnostic {
    id: string;
    severity: Severity;
    line: number;
    col: number;
    end_col: number;
    from?: number;
    to?: number;
    ply: number;
    seat: number | null;
    turn: string | null;
    message: string;
    fix: string | null;
    confidence: Confidence | null;
    repairs: Repair[];
    went_on: string | null;
    /** The number of its game, null for stray text. */
    game: number | null;
    [key: string]: unknown;
}

export interface CheckedGame {
    file: string;
    game: number | null;
    line: number;
    ruleset: string | null;
    players: (string | null)[];
    plies: number;
    legal: boolean;
    outcome: { over: boolean; reason: string | null; winner: number[]; scores: (number | null)[]; claimed: string | null };
    position: string | null;
    diagnostics: Diagnostic[];
    [key: string]: unknown;
}

export interface Checked {
    /** As the program exits: 0 all is well, 1 something in a record is wrong, 2 the run failed. */
    status: 0 | 1 | 2;
    legal: boolean;
    /** At the game with the error `maxErrors`: those behind it are not judged. */
    stopped: boolean;
    games: CheckedGame[];
    /** Of all games. */
    diagnostics: Diagnostic[];
    /** What is wrong with rulesets that records name. */
    told: string;
}

export interface Formatted {
    /** null: the text has a game without canonical form. */
    text: string | null;
    /** Errors, after repairs. */
    left: number;
    /** What was repaired, a line each. */
    log: string;
    /** What keeps games from having a canonical form. */
    told: string;
}

export interface Fault {
    id: string;
    message: string;
    advice: string;
    from: number;
    to: number;
}

export interface Move {
    text: string;
    /** It is a turn. */
    whole: boolean;
    /** It can go on. */
    open: boolean;
}

export interface Piece {
    text: string;
    colour: string | null;
    /** Its owner, 0: nobody. */
    seat: number;
}

export interface Cell {
    name: string;
    /** Half cell widths to the right, rows upwards. */
    x: number;
    y: number;
    board: number;
    /** The seat whose castle or palace it is, 0: nobody's. */
    zone: number;
    /** Bit s-1: a pawn of seat s is on it. */
    pawns: number;
    closed: boolean;
    /** Bottom to top. */
    pieces: Piece[];
}

export interface PositionData {
    /** 0: it is over. */
    toMove: number;
    /** Of the turn, as players count. */
    number: number;
    over: boolean;
    reason: string | null;
    seats: { name: string | null; side: number; score: number; scoreOf: number; won: boolean }[];
    cells: Cell[];
    /** Pieces that are on no cell, such as hands. */
    lists: { name: string; stacked: boolean; pieces: Piece[] }[];
}

/** Node 0 is the start.  Links are indices of nodes, -1: there is none. */
export interface Node {
    /** Canonical where it is legal, else as written; null at the start. */
    text: string | null;
    parent: number;
    next: number;
    /** Another turn instead of this one. */
    variation: number;
    ply: number;
    number: number;
    depth: number;
    seat: number;
    verdict: "legal" | "illegal" | "stood" | "lost" | "unjudged";
    from: number;
    to: number;
    /** Behind all that belongs to it: signs, comments, variations. */
    behind: number;
}

export class CatastaError extends Error {
    /** Of what was to be a position. */
    fault?: Fault;
}

/** One judged game.  Places are indices of the string that was read, or bytes. */
export class Game {
    /** 0: stray text. */
    readonly number: number;
    readonly line: number;
    readonly from: number;
    readonly to: number;
    readonly ruleset: string | null;
    readonly game: string | null;
    readonly seats: number;
    readonly plies: number;
    readonly errors: number;
    readonly warnings: number;
    readonly notes: number;
    readonly legal: boolean;
    readonly judged: boolean;
    readonly readable: boolean;
    readonly unplayed: boolean;
    /** The source ends before the game does: it is too long, or the text is not a record. */
    readonly cut: boolean;
    readonly source: string;
    /** The result in figures, by the board, or else as claimed. */
    readonly outcome: string;
    readonly nodes: Node[];
    /** Empty, where it would be, when there is none. */
    readonly result: { from: number; to: number };
    position(node?: number): Position | null;
    write(form: Form): string;
    /** After PLY turns, -1: the last position before any error; null: there is none. */
    picture(ply?: number, options?: PictureOptions): string | null;
    pictures(first?: number, last?: number, options?: PictureOptions): { ply: number; svg: string }[];
    animation(options?: PictureOptions & { first?: number; last?: number; seconds?: number }): string | null;
    /** Gives its memory back, which happens some day if nobody asks. */
    free(): void;
}

export class Position {
    /** null, or what is wrong with the turn, and the position is as it was. */
    play(turn: string): Fault | null;
    /** Those that begin with PREFIX; where whole turns are too many, the ways to take the next step. */
    moves(prefix?: string, most?: number): Move[];
    readonly data: PositionData;
    write(form: "position" | "text" | "words" | "svg"): string;
    /** A line that `position` reads. */
    toString(): string;
    copy(): Position;
    free(): void;
}

/** One instance of the module. */
export class Catasta {
    static load(bytes: BufferSource | Promise<BufferSource>): Promise<Catasta>;
    constructor(module: WebAssembly.Module);
    readonly version: string;
    /** The names of tags that mean something. */
    readonly tags: string[];
    /** What the program finds, as objects. */
    check(text: string | Uint8Array, options?: Options & { maxErrors?: number }): Checked;
    /** As `catasta fmt`, with `fix` as its option --fix. */
    fmt(text: string | Uint8Array, options?: Options & { fix?: "certain" | "likely" }): Formatted;
    /** As the program writes it. */
    write(form: Form, text: string | Uint8Array, options?: WriteOptions): string;
    /** As `catasta page`. */
    page(text: string | Uint8Array, options?: WriteOptions): string;
    /** Only game `game`, and of the main line only turns up to `last`, if these are given. */
    read(text: string | Uint8Array, options?: Options & { game?: number; last?: number }): Game[];
    /** The start of a ruleset, with tags as a record would have them. */
    start(ruleset: string, tags?: Record<string, string>, options?: Options): Position;
    position(ruleset: string, text: string, options?: Options): Position;
    /** Names and titles. */
    rulesets(options?: Options): [string, string][];
    /** One as YAML, with all its values. */
    ruleset(name: string, options?: Options): string;
    checkRuleset(yaml: string | Uint8Array, options?: Options): {
        id: string; severity: Severity; file: string; line: number; column: number; endColumn: number; message: string; advice: string;
    }[];
    /** JSON Schema of rulesets. */
    schema(): object;
    /** What an id, or all of a group, means. */
    explain(id?: string): string;
}
