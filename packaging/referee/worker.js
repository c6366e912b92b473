/* SPDX-License-Identifier: MIT */
/* What the page asks the library: one question at a time, each answered by one message. */

const MOVES = 20000, FAULTS = 500, PLIES = 20000, GAMES = 2000;
let catasta;
let held = null; /* the game that is shown */

/* The game that LINE is in, of those found. */
const gameAt = (games, line) => games.filter(one => one.game !== null && one.game > 0 && one.line <= line).pop() ?? games.find(one => one.game);

/* Without its style sheet and its script, which are here already, and no policy allows. */
const bare = page => page.replace(/<style>[^]*?<\/style>/, "").replace(/<script>[^]*?<\/script>/, "");

const answers = {
    start({ module }) {
        catasta = new Catasta(module);
        return { version: catasta.version, rulesets: catasta.rulesets() };
    },

    /* All that is to be seen of TEXT, and of its game WHICH, or else the one at LINE. */
    judge({ text, options, which, line }) {
        const { games, diagnostics, stopped, told, status } = catasta.check(text, { ...options, maxErrors: FAULTS });
        const list = games.filter(one => one.game).map(one => ({
            number: one.game, line: one.line, players: one.players, legal: one.legal, plies: one.plies,
        }));
        const first = list.find(one => !one.legal) ?? list.find(one => one.plies > 0) ?? list[0];
        const number = which === 0 && first ? first.number : list.some(one => one.number === which) ? which : gameAt(games, line)?.game ?? 0;
        held?.free();
        [held = null] = number === 0 ? [] : catasta.read(text, { ...options, game: number, last: PLIES });
        const large = held !== null && held.nodes.length > PLIES;
        const shown = held !== null && !large;
        return {
            games: list.slice(0, GAMES), count: list.length, plies: list.reduce((sum, one) => sum + one.plies, 0),
            diagnostics: diagnostics.slice(0, FAULTS), stopped, told, status, number, large,
            page: shown ? bare(catasta.page(text, { ...options, game: number })) : null, nodes: shown ? held.nodes : [],
            game: held && { from: held.from, to: held.to, result: held.result, outcome: held.outcome, ruleset: held.ruleset },
        };
    },

    /* The page of TEXT alone. */
    example({ text }) {
        return bare(catasta.page(text, {}));
    },

    moves({ node, prefix }) {
        const position = held?.position(node);
        if (!position)
            return { moves: [], targets: [], toMove: 0, number: 0 };
        const { toMove, number, seats } = position.data;
        const moves = position.moves(prefix, MOVES);
        const { targets } = position.point();
        position.free();
        return { moves, targets, toMove, number, name: seats[toMove - 1]?.name };
    },

    point({ node, words }) {
        const position = held?.position(node);
        const answer = position?.point(words) ?? { turns: [], targets: [] };
        position?.free();
        return answer;
    },

    /* What is wrong with a turn. */
    attempt({ node, turn }) {
        const position = held?.position(node);
        const fault = position ? position.play(turn) : { message: "there is no position here", advice: "" };
        position?.free();
        return fault;
    },

    /* What a new game takes; .dealt: another seed makes another deal. */
    setup({ name, players, seed, options }) {
        const [setup, other] = [seed, seed + 1].map(one => catasta.setup(name, { players, seed: one }, options));
        return { ...setup, dealt: JSON.stringify(setup.tags) !== JSON.stringify(other.tags) };
    },

    /* A record without turns; or what is wrong with its TAGS, and with which. */
    begin({ name, tags, options }) {
        try {
            const record = catasta.record(name, tags, options);
            record.result("*");
            const text = record.toString();
            record.free();
            return { text };
        } catch (error) {
            return { message: error.message, advice: error.fault?.advice ?? "", tag: Object.keys(tags)[error.fault?.tag] };
        }
    },

    fmt({ text, options }) {
        return catasta.fmt(text, options);
    },

    /* The copy of typed text, and what is asked about in it. */
    copy({ text, options }) {
        return catasta.convert(text, { ...options, maxErrors: FAULTS });
    },

    explain({ id }) {
        return bare(catasta.explain(id, "html"));
    },

    ruleset({ yaml, options }) {
        return catasta.checkRuleset(yaml, options);
    },

};

onmessage = ({ data: { id, name, given } }) => {
    try {
        postMessage({ id, result: answers[name](given) });
    } catch (error) {
        postMessage({ id, error: error.message });
    }
};
