/* SPDX-License-Identifier: MIT */
/** Settings: rulesets, and the severity of faults. */
export interface Options {
    /** For records that name none: a shipped name, or one of `rulesets`. */
    ruleset?: string;
    /** ... and for all other records, too. */
    forceRuleset?: boolean;
    /** Parameters to change in it, "win.check=next-turn". */
    rules?: string;
    /** Rulesets as YAML, by their names. */
    rulesets?: Record<string, string | Uint8Array>;
    /** Ids, or groups of ids, that are errors, warnings, or nothing. */
    errors?: string | string[];
    warnings?: string | string[];
    ignore?: string | string[];
    /** Compare the faults found with [%expect ID] in comments. */
    expect?: boolean;
    /** Show the board before each fault, in text; and in pictures what is refused. */
    boards?: boolean;
    /** Line drawing characters (the default), or only ASCII. */
    unicode?: boolean;
    /** Positions in words. */
    plain?: boolean;
    countIllegal?: boolean;
    adjudicate?: boolean;
    /** The text may be a document, by its name, with records between lines of ``` or ~~~. */
    documents?: boolean;
    width?: number;
    /** "typed": the text is read as people type, see catasta-typed(7). */
    from?: "sgn" | "typed";
    /** The name of the text, for messages. */
    name?: string;
}

export interface PictureOptions {
    /** The width of a cell in pixels, 16 to 400. */
    cellSize?: number;
    flip?: boolean;
    /** Without names of cells. */
    noCoordinates?: boolean;
    css?: string;
    theme?: "auto" | "light" | "dark" | "print";
    caption?: string;
}

export interface WriteOptions extends Options, PictureOptions {
    /** Only that game. */
    game?: number;
    title?: string;
    verbose?: boolean;
    /** The ply that a page shows first; -1: the last. */
    ply?: number;
    /** A page to print. */
    print?: boolean;
    diagrams?: number;
    /** Where pages about rules are, to which faults on a page link. */
    rulesPages?: string;
}

export type Form = "text" | "jsonl" | "sarif" | "junit" | "github" | "quiet" | "replay" | "html" | "sgn" | "score" | "score-tsv" | "score-json";
export type Severity = "error" | "warning" | "note";
export type Confidence = "possible" | "likely" | "certain";

/** Lines and columns count from 1, columns in characters; `from` and `to` are indices of the string that was given. */
export interface Edit {
    line: number;
    column: number;
    endLine: number;
    endColumn: number;
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

/** The keys are those of `catasta check -f jsonl`, in catasta-check(1), in camel case.  Those with underscores are accepted in this
    version, but not listed. */
export interface Diagnostic {
    id: string;
    severity: Severity;
    line: number;
    column: number;
    endColumn: number;
    from?: number;
    to?: number;
    ply: number;
    seat: number | null;
    turn: string | null;
    message: string;
    fix: string | null;
    confidence: Confidence | null;
    repairs: Repair[];
    wentOn: string | null;
    /** The number of its game, null for stray text. */
    game: number | null;
    [key: string]: unknown;
}

/** What was read in another way than it is in notation. */
export interface Change {
    kind: string;
    line: number;
    column: number;
    from?: number;
    to?: number;
    was: string;
    /** Empty for comments and layout. */
    now: string;
}

export interface CheckedGame {
    file: string;
    game: number | null;
    line: number;
    ruleset: string | null;
    players: (string | null)[];
    plies: number;
    legal: boolean;
    outcome: { over: boolean; reason: string | null; winners: number[]; scores: (number | null)[]; claimed: string | null };
    position: string | null;
    diagnostics: Diagnostic[];
    /** Of typed text. */
    changes?: Change[];
    [key: string]: unknown;
}

export interface Checked {
    /** As the program exits: 0 no errors, 1 a record has errors, 2 the run failed. */
    status: 0 | 1 | 2;
    legal: boolean;
    /** Whether judging stopped at the error `maxErrors`; later games are not judged. */
    stopped: boolean;
    games: CheckedGame[];
    /** The diagnostics of all games. */
    diagnostics: Diagnostic[];
    /** What is wrong with rulesets that records name. */
    told: string;
}

export interface Converted extends Checked {
    /** SGN: canonical form, or word for word if a game has errors other than questions, `typed/unclear`. */
    text: string;
}

export interface Formatted {
    /** null: the text has a game without canonical form. */
    text: string | null;
    /** Errors, after repairs. */
    left: number;
    /** The repairs, one on each line. */
    log: string;
    /** What keeps games from having a canonical form. */
    told: string;
}

export interface Fault {
    id: string;
    severity: Severity;
    message: string;
    advice: string;
    /** In the turn, the text or the result that was given. */
    from: number;
    to: number;
    /** Of a turn that was refused: others that may have been meant, the most probable first. */
    repairs: { turn: string; confidence: Confidence; edits: { from: number; to: number; text: string }[] }[];
}

/** What became of a turn. */
export interface Judged {
    /** Canonical, if it was played; empty if it was only a remark; null: it was refused. */
    turn: string | null;
    /** Why it was refused, or what is to be said of it. */
    fault: Fault | null;
}

export interface Pointed {
    /** Turns that end with what was pointed at last; the first is meant, the shortest. */
    turns: string[];
    /** What can be pointed at next: a cell, "R4" or "+R4", a piece beside the board; x and y, if the name is not a cell's. */
    targets: { name: string; x?: number; y?: number }[];
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
    /** Its owner; 0: none. */
    seat: number;
}

export interface Cell {
    name: string;
    /** Half cell widths to the right, rows upwards. */
    x: number;
    y: number;
    board: number;
    /** The seat that it is a castle or palace of; 0: none. */
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
    /** Over on the board, or by resignation. */
    ended: boolean;
    reason: string | null;
    seats: { name: string | null; side: number; score: number; scoreOf: number; won: boolean }[];
    cells: Cell[];
    /** Pieces that are not on a cell, such as hands. */
    lists: { name: string; stacked: boolean; pieces: Piece[] }[];
}

/** Node 0 is the start.  Links are indices of nodes, -1: there is none. */
export interface Node {
    /** Canonical if legal, else as written; null at the start. */
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
    /** The place after everything that belongs to it: signs, comments, variations. */
    behind: number;
}

export class CatastaError extends Error {
    /** The fault of a position that could not be made. */
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
    /** On the board, by resignation, or by a result that the record claims. */
    readonly ended: boolean;
    /** The source is cut off: the record is too long, or the text is not a record. */
    readonly cut: boolean;
    readonly source: string;
    /** The result in figures: the board's, or else as claimed. */
    readonly outcome: string;
    readonly nodes: Node[];
    /** Empty, where it would be, if there is none. */
    readonly result: { from: number; to: number };
    position(node?: number): Position | null;
    write(form: Form): string;
    /** After PLY turns, -1: the last position before any error; null: there is none. */
    picture(ply?: number, options?: PictureOptions): string | null;
    pictures(first?: number, last?: number, options?: PictureOptions): { ply: number; svg: string }[];
    animation(options?: PictureOptions & { first?: number; last?: number; seconds?: number }): string | null;
    /** Frees its memory; otherwise that happens at some later time. */
    free(): void;
}

export class Position {
    /** null, or what is wrong with the turn, with the position unchanged. */
    play(turn: string): Fault | null;
    /** Plays a turn, and says more of it. */
    judge(turn: string): Judged;
    /** What a seat may see: hands that others hide are hidden.  0: what everybody may see; null: there is no such seat. */
    seen(seat: number): Position | null;
    /** Legal turns that begin with PREFIX; if there are too many whole turns, the possible next steps. */
    moves(prefix?: string, most?: number): Move[];
    /** What pointing at cells and pieces, by their names and in order, makes; the last name again means the next turn. */
    point(words?: string[]): Pointed;
    readonly data: PositionData;
    write(form: "position" | "text" | "words" | "svg"): string;
    /** A line that `position` reads. */
    toString(): string;
    copy(): Position;
    free(): void;
}

/** A game that is made turn by turn.  Turns and the result are checked, and refused with everything unchanged. */
export class GameRecord {
    play(turn: string): Fault | null;
    judge(turn: string): Judged;
    /** Adds a comment to the last turn, or before the first. */
    comment(text: string): void;
    /** Sets the result, such as "1/2-1/2". */
    result(text: string): Fault | null;
    /** Takes back the result or, if there is none, the last turn with its comments; false: there is neither. */
    undo(): boolean;
    /** A copy of the position reached. */
    readonly position: Position;
    /** The game so far, which no longer changes; its places are bytes. */
    readonly game: Game;
    write(form: Form): string;
    /** Canonical form. */
    toString(): string;
    free(): void;
}

/** One instance of the module. */
export class Catasta {
    static load(bytes: BufferSource | Promise<BufferSource>): Promise<Catasta>;
    constructor(module: WebAssembly.Module);
    readonly version: string;
    /** The names of tags that have a meaning. */
    readonly tags: string[];
    /** The results of `catasta check`, as objects. */
    check(text: string | Uint8Array, options?: Options & { maxErrors?: number }): Checked;
    /** The copy of typed text in SGN, as `catasta convert --from=typed`; the rest is what `check` says of the text. */
    convert(text: string | Uint8Array, options?: Options & { maxErrors?: number }): Converted;
    /** As `catasta fmt`, with `fix` as its option --fix. */
    fmt(text: string | Uint8Array, options?: Options & { fix?: "certain" | "likely" }): Formatted;
    /** The output of the program. */
    write(form: Form, text: string | Uint8Array, options?: WriteOptions): string;
    /** As `catasta replay -f html`. */
    page(text: string | Uint8Array, options?: WriteOptions): string;
    /** Only game `game`, and of the main line only turns up to `last`, if these are given. */
    read(text: string | Uint8Array, options?: Options & { game?: number; last?: number }): Game[];
    /** The start of a ruleset, with tags as in a record. */
    start(ruleset: string, tags?: Record<string, string>, options?: Options): Position;
    position(ruleset: string, text: string, options?: Options): Position;
    /** A game to be made turn by turn, with tags as in a record. */
    record(ruleset: string, tags?: Record<string, string>, options?: Options): GameRecord;
    /** Names and titles. */
    rulesets(options?: Options): [string, string][];
    /** A ruleset as YAML, with all its values. */
    ruleset(name: string, options?: Options): string;
    /** What a new game takes: how many may play, the seats, and the tags that set it up, usual or dealt by a seed. */
    setup(name: string, wanted?: { players?: number; seed?: number }, options?: Options): {
        players: number[]; seats: string[]; tags: { name: string; value: string }[];
        options: { name: string; value: string; about: string; words?: string; least?: number; most?: number }[];
    };
    checkRuleset(yaml: string | Uint8Array, options?: Options): {
        id: string; severity: Severity; file: string; line: number; column: number; endColumn: number; message: string; advice: string;
    }[];
    /** JSON Schema of rulesets. */
    schema(): object;
    /** The meaning of an id, or of all ids of a group; "html" is a page with boards. */
    explain(id?: string, format?: "text" | "html" | "json" | "man"): string;
}
