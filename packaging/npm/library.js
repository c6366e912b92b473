/* SPDX-License-Identifier: MIT */
/* libcatasta for JavaScript: https://www.npmjs.com/package/catasta has what each of these is, library.d.ts its types.

   One Catasta is one instance of the module.  Whatever is given is copied into its memory and freed when the call ends;
   games and positions are kept in it until they are freed, or nobody has them any more. */

/* What could not be done: options that mean nothing, a ruleset that cannot be used, no memory. */
export class CatastaError extends Error {
    constructor(message, fault) {
        super(message);
        this.name = "CatastaError";
        this.fault = fault;
    }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const OUT = 0, TOLD = 1;

/* The few things that the C library of the module asks of its system: the time, and to write, which it never does. */
function instantiate(module) {
    let memory = null;
    const wasi = {
        clock_time_get(clock, precision, at) {
            new DataView(memory.buffer).setBigUint64(at, BigInt(Date.now()) * 1000000n, true);
            return 0;
        },
    };
    const refused = () => 8;
    const imports = new Proxy(wasi, { get: (known, name) => known[name] ?? refused });
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
    memory = exports.memory;
    exports._initialize();
    return exports;
}

/* Places in a text: bytes of its UTF-8, lines and columns in characters, to UTF-16. */
class Places {
    constructor(text) {
        this.text = text;
        this.at = 0;
        this.bytes = 0;
        this.plain = !/[^\x00-\x7f]/.test(text);
        this.lines = null;
    }

    /* Fast for places that ascend. */
    ofByte(byte) {
        if (this.plain)
            return byte;
        if (byte < this.bytes)
            this.at = this.bytes = 0;
        while (this.bytes < byte && this.at < this.text.length) {
            const code = this.text.codePointAt(this.at);
            this.bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
            this.at += code < 0x10000 ? 1 : 2;
        }
        return this.at;
    }

    ofColumn(line, column) {
        this.lines ??= [0, ...[...this.text.matchAll(/\r\n?|\n/g)].map(one => one.index + one[0].length)];
        let at = this.lines[line - 1] ?? this.text.length;
        if (line === 1 && this.text[0] === "\ufeff")
            at++;
        if (this.plain)
            return at + column - 1;
        for (let left = column - 1; left > 0 && at < this.text.length; left--)
            at += this.text.codePointAt(at) < 0x10000 ? 1 : 2;
        return at;
    }
}

const bytesOf = text => (typeof text === "string" ? encoder.encode(text) : text);
const list = value => (value === undefined ? [] : typeof value === "string" ? [value] : [...value]);

/* Pairs of strings, as glue.c reads them. */
function pairs(entries) {
    const words = entries.flatMap(([name, value]) => (value === undefined || value === null ? [] : [name, String(value)]));
    const bad = words.find(word => word.includes("\0"));
    if (bad !== undefined)
        throw new CatastaError(`${JSON.stringify(bad)} contains a NUL character`);
    return [...words, ""].map(word => `${word}\0`).join("");
}

const SESSION = ["ruleset", "forceRuleset", "rules", "expect", "boards", "unicode", "plain", "countIllegal", "adjudicate", "documents",
    "width", "from"];
const WRITING = ["title", "verbose", "ply", "print", "diagrams", "rulesPages"];
const PICTURE = ["cellSize", "flip", "noCoordinates", "css", "caption"];
const THEMES = ["auto", "light", "dark", "print"];
const FROM = ["sgn", "typed"];
const KEEP = { positions: 0, texts: 1, nothing: 2 };
const FORMS = {
    text: "nothing", jsonl: "nothing", sarif: "nothing", junit: "nothing", github: "nothing", quiet: "nothing", score: "nothing", "score-tsv": "nothing",
    "score-json": "nothing", sgn: "texts", replay: "positions", html: "positions",
};
const PAGE_PLIES = 20000;

/* Keys of JSON as names of JavaScript; those with underscores, as they were in 0.2, are still there, but not listed. */
function camelCase(value) {
    if (value === null || typeof value !== "object")
        return value;
    if (Array.isArray(value))
        return value.map(camelCase);
    const object = {};
    for (const [key, member] of Object.entries(value)) {
        const name = key.replace(/_([a-z])/g, (all, letter) => letter.toUpperCase());
        object[name] = camelCase(member);
        if (name !== key)
            Object.defineProperty(object, key, { get: () => object[name], enumerable: false });
    }
    return object;
}

const chosen = (names, options) => names.map(name => [name, options[name]]);

function pictureOptions(options) {
    const theme = THEMES.indexOf(options.theme ?? "auto");
    if (theme < 0)
        throw new CatastaError(`unknown theme '${options.theme}'; expected one of ${THEMES.join(", ")}`);
    return [...chosen(PICTURE, options), ["theme", theme]];
}

export class Catasta {
    #module;
    #wasm = null;
    #given = [];
    #freed = new FinalizationRegistry(free => free());

    constructor(module) {
        this.#module = module;
        this.#run(() => null);
    }

    /* From the bytes of catasta.wasm, or a promise of them. */
    static async load(bytes) {
        return new Catasta(await WebAssembly.compile(await bytes));
    }

    /* ---- memory ---- */

    /* What was given is freed when WORK is done.  After a trap the instance is of no more use: the next call has another. */
    #run(work) {
        this.#wasm ??= instantiate(this.#module);
        const wasm = this.#wasm;
        try {
            wasm.text_clear(OUT);
            wasm.text_clear(TOLD);
            return work(wasm);
        } catch (error) {
            if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
                this.#wasm = null;
                this.#given = [];
                throw new CatastaError(`the module failed: ${error.message}`);
            }
            throw error;
        } finally {
            this.#given.splice(0).forEach(at => wasm.give(at));
        }
    }

    /* Copies bytes into the module; [where, how many]. */
    #give(bytes) {
        const at = this.#wasm.take(bytes.length + 1);
        if (at === 0)
            throw new CatastaError("out of memory");
        this.#given.push(at);
        const memory = new Uint8Array(this.#wasm.memory.buffer);
        memory.set(bytes, at);
        memory[at + bytes.length] = 0;
        return [at, bytes.length];
    }

    #string(text) {
        if (text.includes("\0"))
            throw new CatastaError("a name contains a NUL character");
        return this.#give(encoder.encode(text))[0];
    }

    #pairs(entries) {
        return this.#give(encoder.encode(pairs(entries)))[0];
    }

    #text(which = OUT) {
        const at = this.#wasm.text_at(which);
        return decoder.decode(new Uint8Array(this.#wasm.memory.buffer, at, this.#wasm.text_length(which)));
    }

    #constant(at) {
        const memory = new Uint8Array(this.#wasm.memory.buffer);
        return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
    }

    #written(fine) {
        if (!fine)
            throw new CatastaError(this.#text(TOLD).trim() || "out of memory");
        return this.#text();
    }

    /* ---- sessions ---- */

    #open(options, extra) {
        const wasm = this.#wasm;
        if (!FROM.includes(options.from ?? "sgn"))
            throw new CatastaError(`unknown form '${options.from}'; expected one of ${FROM.join(", ")}`);
        wasm.files_clear();
        for (const [name, yaml] of Object.entries(options.rulesets ?? {})) {
            const [at, length] = this.#give(bytesOf(yaml));
            if (!wasm.file_put(this.#string(`${name}.yaml`), at, length))
                throw new CatastaError("out of memory");
        }
        const settings = [["error", options.errors], ["warn", options.warnings], ["ignore", options.ignore]]
            .flatMap(([name, ids]) => (list(ids).length > 0 ? [[name, list(ids).join(",")]] : []));
        const session = wasm.session_new(this.#pairs([["unicode", true], ...chosen(SESSION, options), ...settings, ...extra]));
        if (session === 0)
            throw new CatastaError(this.#text(TOLD).trim() || "out of memory");
        return session;
    }

    #session(options, extra, work) {
        const wasm = this.#wasm;
        const session = this.#open(options, extra);
        try {
            return work(session);
        } finally {
            wasm.session_free(session);
        }
    }

    /* Gives each game of TEXT to VISIT until that returns false; what was said about rulesets that cannot be used. */
    #games(text, options, extra, visit, empty) {
        const wasm = this.#wasm;
        return this.#session(options, extra, session => {
            const input = wasm.input_new(session, ...this.#give(bytesOf(text)), this.#string(options.name ?? "<stdin>"));
            if (input === 0)
                throw new CatastaError("out of memory");
            try {
                let any = false;
                for (let game; (game = wasm.input_next(input)) !== 0; any = true)
                    if (visit(game) === false)
                        break;
                if (wasm.input_error(input) !== 0)
                    throw new CatastaError("out of memory, or a record is too long");
                if (!any && empty)
                    empty(wasm.input_start(input));
            } finally {
                wasm.input_close(input);
            }
            return { failed: Boolean(wasm.session_failed(session)), told: this.#text(TOLD) };
        });
    }

    /* ---- what is asked ---- */

    get version() {
        return this.#run(wasm => this.#constant(wasm.version()));
    }

    /* The bytes that `catasta check -f FORM`, or replay, score, writes, as text. */
    write(form, text, options = {}) {
        return this.#run(wasm => {
            if (!Object.hasOwn(FORMS, form))
                throw new CatastaError(`unknown form '${form}'; expected one of ${Object.keys(FORMS).join(", ")}`);
            const keep = FORMS[form];
            const extra = [["keep", KEEP[keep]], ...(form === "html" ? [["last", PAGE_PLIES]] : [])];
            const settings = this.#pairs([...chosen(WRITING, options), ...pictureOptions(options)]);
            const writer = wasm.writer_new(this.#string(form), settings);
            const wanted = options.game;
            let errors = 0;
            let any = keep === "nothing"; // forms of games are written only if there is one
            const add = game => {
                const number = wasm.game_number(game);
                if ((number === 0 && keep !== "nothing") || (wanted !== undefined && number !== wanted))
                    return true;
                any = true;
                wasm.writer_add(writer, game);
                errors += wasm.game_errors(game);
                return wanted === undefined;
            };
            if (writer === 0)
                throw new CatastaError("out of memory");
            let open = true;
            try {
                const { failed } = this.#games(text, options, extra, add, keep === "positions" ? game => game && add(game) : null);
                open = false;
                const written = this.#written(wasm.writer_close(writer, failed ? 2 : errors > 0 ? 1 : 0));
                return any ? written : "";
            } finally {
                if (open && this.#wasm === wasm)
                    wasm.writer_close(writer, 2);
            }
        });
    }

    page(text, options = {}) {
        return this.write("html", text, options);
    }

    /* The results of `catasta check`, as objects. */
    check(text, options = {}) {
        const places = typeof text === "string" ? new Places(text) : null;
        let outcome = null;
        const games = this.#run(wasm => {
            const writer = wasm.writer_new(this.#string("jsonl"), this.#pairs([]));
            if (writer === 0)
                throw new CatastaError("out of memory");
            const most = options.maxErrors || Infinity;
            let errors = 0;
            outcome = this.#games(text, options, [["keep", KEEP.nothing]], game => {
                wasm.writer_add(writer, game);
                errors += wasm.game_errors(game);
                return errors < most;
            });
            outcome.status = outcome.failed ? 2 : errors > 0 ? 1 : 0;
            outcome.stopped = errors >= most;
            return this.#written(wasm.writer_close(writer, 0)).split("\n").filter(line => line !== "")
                .map(line => camelCase(JSON.parse(line)));
        });
        const diagnostics = games.flatMap(game => game.diagnostics.map(one => Object.assign(one, { game: game.game })));
        if (places !== null) {
            for (const one of diagnostics) {
                one.from = places.ofColumn(one.line, one.column);
                one.to = places.ofColumn(one.line, Math.max(one.column, one.endColumn));
                for (const edit of one.repairs.flatMap(repair => repair.edits)) {
                    edit.from = places.ofColumn(edit.line, edit.column);
                    edit.to = places.ofColumn(edit.endLine, edit.endColumn);
                }
            }
            for (const change of games.flatMap(game => game.changes ?? [])) {
                change.from = places.ofColumn(change.line, change.column);
                change.to = change.from + change.was.length;
            }
        }
        return { status: outcome.status, legal: outcome.status === 0, stopped: outcome.stopped, games, diagnostics, told: outcome.told };
    }

    /* The copy of typed text in SGN, as `catasta convert --from=typed` writes it, and the results of checking it. */
    convert(text, options = {}) {
        const typed = { ...options, from: "typed" };
        const copies = this.#run(wasm => {
            const parts = [];
            this.#games(text, typed, [["keep", KEEP.texts]], game => {
                wasm.text_clear(OUT);
                parts.push(this.#written(wasm.game_copy(game, parts.length === 0)));
            });
            return parts;
        });
        return { text: copies.join(""), ...this.check(text, typed) };
    }

    /* As `catasta fmt` rewrites a file, with .fix "certain" or "likely" as fmt --fix does. */
    fmt(text, options = {}) {
        return this.#run(wasm => {
            const parts = [];
            const complaints = [];
            let left = 0;
            let refused = false;
            const { told } = this.#games(text, options, [["keep", KEEP.texts]], game => {
                if (options.fix !== undefined) {
                    const more = wasm.game_fix(game, options.fix === "likely");
                    if (more < 0)
                        throw new CatastaError("out of memory");
                    left += more;
                }
                wasm.text_clear(OUT);
                wasm.game_info(game);
                const info = JSON.parse(this.#text());
                wasm.text_clear(OUT);
                const copied = !info.readable && (options.fix !== undefined ? !info.cut : info.number > 0 && !info.judged);
                refused ||= !info.readable && !copied;
                if (!info.readable) {
                    wasm.game_write(game, this.#string("text"));
                    complaints.push(this.#text());
                    wasm.text_clear(OUT);
                }
                if (refused)
                    return true;
                wasm.game_join(game, copied, parts.length === 0);
                parts.push(this.#text());
                wasm.text_clear(OUT);
                return true;
            });
            return {
                text: refused ? null : parts.length > 0 ? parts.join("") : typeof text === "string" ? text : decoder.decode(text),
                left, log: told, told: complaints.join(""),
            };
        });
    }

    /* The games of TEXT, each with its tree of turns; kept until they are freed. */
    read(text, options = {}) {
        return this.#run(wasm => {
            const games = [];
            const places = typeof text === "string" ? new Places(text) : null;
            this.#games(text, options, [["keep", KEEP.positions], ["last", options.last]], handle => {
                if (options.game !== undefined && wasm.game_number(handle) !== options.game)
                    return true;
                games.push(this.#kept(handle, places));
                return options.game === undefined;
            });
            return games;
        });
    }

    #kept(game, places) {
        const wasm = this.#wasm;
        const kept = game === 0 ? 0 : wasm.game_keep(game);
        if (kept === 0)
            throw new CatastaError("out of memory");
        return new Game(this.#hold("game", kept), this.#data(wasm.game_info, kept), this.#data(wasm.game_nodes, kept), places);
    }

    #data(write, ...given) {
        this.#wasm.text_clear(OUT);
        if (!write(...given))
            throw new CatastaError("out of memory");
        return JSON.parse(this.#text());
    }

    /* A handle that is freed in the end, with ALSO after it; what its functions are called through. */
    #hold(kind, at, also = () => {}) {
        const wasm = this.#wasm;
        const held = { at, wasm };
        const free = () => {
            if (held.at !== 0 && this.#wasm === wasm) {
                wasm[`${kind}_free`](held.at);
                also(wasm);
            }
            held.at = 0;
        };
        const call = work => this.#run(now => {
            if (held.at === 0 || now !== wasm)
                throw new CatastaError(`this ${kind} was freed`);
            return work(now, held.at, {
                string: text => this.#string(text), bytes: text => this.#give(bytesOf(text)), pairs: entries => this.#pairs(entries),
                text: fine => this.#written(fine), out: () => this.#text(),
                position: other => (other === 0 ? null : new Position(this.#hold("position", other))),
                game: other => this.#kept(other, null),
            });
        });
        this.#freed.register(call, free, held);
        return { call, free };
    }

    #refused() {
        const fault = JSON.parse(this.#text() || "{}");
        return new CatastaError(fault.message ?? "out of memory", fault);
    }

    #position(options, make) {
        return this.#run(wasm => this.#session(options, [], session => {
            const at = make(wasm, session, this.#string(options.ruleset ?? ""));
            if (at === 0)
                throw this.#refused();
            return new Position(this.#hold("position", at));
        }));
    }

    /* A game to be made turn by turn; TAGS as a record would have them. Its session lasts as long, with what it borrows. */
    record(ruleset, tags = {}, options = {}) {
        return this.#run(wasm => {
            const session = this.#open(options, [["keep", KEEP.positions]]);
            const at = wasm.record_new(session, this.#string(ruleset ?? ""), this.#pairs(Object.entries(tags)));
            if (at === 0) {
                wasm.session_free(session);
                throw this.#refused();
            }
            const borrowed = this.#given.splice(0);
            return new GameRecord(this.#hold("record", at, now => {
                now.session_free(session);
                borrowed.forEach(one => now.give(one));
            }));
        });
    }

    /* The start of a ruleset; TAGS as a record would have them. */
    start(ruleset, tags = {}, options = {}) {
        return this.#position({ ...options, ruleset }, (wasm, session, name) =>
            wasm.position_start(session, name, this.#pairs(Object.entries(tags))));
    }

    /* From a line as Position.toString() gives it. */
    position(ruleset, text, options = {}) {
        return this.#position({ ...options, ruleset }, (wasm, session, name) =>
            wasm.position_read(session, name, ...this.#give(bytesOf(text))));
    }

    /* [name, title] of each. */
    rulesets(options = {}) {
        return this.#run(wasm => this.#session(options, [], session => this.#written(wasm.rules_list(session)).trim().split("\n")
            .map(line => line.match(/^(\S+)\s+(.*)$/).slice(1))));
    }

    /* A ruleset as YAML, with all its values. */
    ruleset(name, options = {}) {
        return this.#run(wasm => this.#session(options, [], session =>
            this.#written(wasm.rules_show(session, this.#string(name)))));
    }

    /* What a new game takes: numbers of .players, .seats, and .tags with the usual values, or a deal. */
    setup(name, { players = 0, seed = Math.floor(Math.random() * 2 ** 32) } = {}, options = {}) {
        return this.#run(wasm => this.#session(options, [], session =>
            JSON.parse(this.#written(wasm.rules_setup(session, this.#string(name), players, seed)))));
    }

    /* What is wrong with YAML as a ruleset. */
    checkRuleset(yaml, options = {}) {
        return this.#run(wasm => this.#session(options, [], session =>
            JSON.parse(this.#written(wasm.rules_problems(session, this.#string(options.name ?? "ruleset.yaml"), ...this.#give(bytesOf(yaml)))))));
    }

    schema() {
        return this.#run(wasm => JSON.parse(this.#written(wasm.rules_schema())));
    }

    /* The meaning of an id. */
    explain(id = "", format = "text") {
        return this.#run(wasm => this.#written(wasm.explain(this.#string(id), this.#string(format))));
    }

    /* The names of tags that have a meaning. */
    get tags() {
        return this.#run(wasm => {
            const names = [];
            for (let at; (at = wasm.tag_name(names.length)) !== 0;)
                names.push(this.#constant(at));
            return names;
        });
    }
}

/* One judged game.  Places are UTF-16 of the text that was read, or bytes of it. */
export class Game {
    #handle;

    constructor(handle, { begin, end, result, ...info }, nodes, places) {
        this.#handle = handle;
        const at = byte => (places === null ? byte : places.ofByte(byte));
        Object.assign(this, info);
        this.from = at(begin);
        this.nodes = nodes.map(({ begin: from, end: to, behind, ...node }) => ({ ...node, from: at(from), to: at(to), behind: at(behind) }));
        this.result = { from: at(result[0]), to: at(result[1]) };
        this.to = at(end);
    }

    free() {
        this.#handle.free();
    }

    /* The position after node NODE, 0: the start. */
    position(node = 0) {
        return this.#handle.call((wasm, game, tools) => tools.position(wasm.game_position(game, node)));
    }

    write(form) {
        return this.#handle.call((wasm, game, tools) => tools.text(wasm.game_write(game, tools.string(form))));
    }

    /* The pictures after plies FIRST to LAST, -1: the end. */
    pictures(first = 0, last = -1, options = {}) {
        return this.#handle.call((wasm, game, tools) =>
            JSON.parse(tools.text(wasm.game_pictures(game, first, last, tools.pairs(pictureOptions(options)), 0))));
    }

    picture(ply = -1, options = {}) {
        return this.pictures(ply, ply, options)[0]?.svg ?? null;
    }

    /* One picture that moves; null where there is nothing to show. */
    animation(options = {}) {
        return this.#handle.call((wasm, game, tools) => tools.text(wasm.game_pictures(game, options.first ?? 0, options.last ?? -1,
            tools.pairs(pictureOptions(options)), Math.round(1000 * (options.seconds ?? 1)))) || null);
    }
}

export class Position {
    #handle;

    constructor(handle) {
        this.#handle = handle;
    }

    free() {
        this.#handle.free();
    }

    copy() {
        return this.#handle.call((wasm, at, tools) => tools.position(wasm.position_copy(at)));
    }

    /* Plays a turn; null, or what is wrong with it, and nothing has changed. */
    play(turn) {
        const { turn: played, fault } = this.judge(turn);
        return played === null ? fault : null;
    }

    /* Plays a turn; its canonical text, null if it was refused, and what is said of it, null: nothing. */
    judge(turn) {
        return this.#handle.call((wasm, at, tools) => judged(wasm.position_play(at, ...tools.bytes(turn)), tools, turn));
    }

    /* What SEAT may see of it, 0: everybody. */
    seen(seat) {
        return this.#handle.call((wasm, at, tools) => tools.position(wasm.position_seen(at, seat)));
    }

    /* The legal turns that begin with PREFIX, or the ways to go on from there. */
    moves(prefix = "", most = 10000) {
        return this.#handle.call((wasm, at, tools) =>
            (wasm.position_moves(at, ...tools.bytes(prefix), most) ? JSON.parse(tools.out()) : []));
    }

    /* What is made by pointing at WORDS, names of cells and pieces in their order: .turns that end with the last one, the
       one that is meant first, and .targets, what can be pointed at next; the last one again means the next turn. */
    point(words = []) {
        return this.#handle.call((wasm, at, tools) => {
            if (!wasm.position_point(at, ...tools.bytes(words.join(" "))))
                throw new CatastaError("out of memory");
            return JSON.parse(tools.out());
        });
    }

    /* Seats, cells, pieces beside the board, whose turn it is. */
    get data() {
        return this.#handle.call((wasm, at, tools) => JSON.parse(tools.text(wasm.position_data(at))));
    }

    /* As "position", "text", "words" or "svg". */
    write(form) {
        return this.#handle.call((wasm, at, tools) => tools.text(wasm.position_write(at, tools.string(form))));
    }

    toString() {
        return this.write("position").trim();
    }
}

/* A game that is made turn by turn. */
export class GameRecord {
    #handle;

    constructor(handle) {
        this.#handle = handle;
    }

    free() {
        this.#handle.free();
    }

    /* As those of a position. */
    play(turn) {
        const { turn: played, fault } = this.judge(turn);
        return played === null ? fault : null;
    }

    judge(turn) {
        return this.#handle.call((wasm, at, tools) => judged(wasm.record_play(at, ...tools.bytes(turn)), tools, turn));
    }

    /* Adds a comment to the last turn. */
    comment(text) {
        this.#handle.call((wasm, at, tools) => tools.text(wasm.record_comment(at, ...tools.bytes(text))));
    }

    /* Sets the result; null, or what is wrong with it. */
    result(text) {
        return this.#handle.call((wasm, at, tools) =>
            (wasm.record_result(at, ...tools.bytes(text)) ? null : faultOf(JSON.parse(tools.out()), text)));
    }

    /* Takes back the result or the last turn; false if there is neither. */
    undo() {
        return this.#handle.call((wasm, at) => Boolean(wasm.record_undo(at)));
    }

    /* A copy of the position reached. */
    get position() {
        return this.#handle.call((wasm, at, tools) => tools.position(wasm.record_position(at)));
    }

    /* The game so far, which no longer changes. */
    get game() {
        return this.#handle.call((wasm, at, tools) => tools.game(wasm.record_game(at)));
    }

    write(form) {
        return this.#handle.call((wasm, at, tools) => tools.text(wasm.game_write(wasm.record_game(at), tools.string(form))));
    }

    toString() {
        return this.write("sgn");
    }
}

function judged(played, tools, text) {
    const { played: turn, ...said } = JSON.parse(tools.out());
    return { turn: played ? turn ?? "" : null, fault: played && said.id === null ? null : faultOf(said, text) };
}

function faultOf({ begin, end, tag, repairs, ...fault }, text) {
    const places = new Places(text);
    const place = span => ({ from: places.ofByte(span.begin), to: places.ofByte(span.end) });
    return {
        ...fault, ...place({ begin, end }),
        repairs: repairs.map(({ edits, ...repair }) => ({ ...repair, edits: edits.map(edit => ({ ...place(edit), text: edit.text })) })),
    };
}
