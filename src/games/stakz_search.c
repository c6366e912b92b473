/* Stakz's legal steps, one behind the other, and turns as canonical text. */
#include "games/stakz.h"

struct search {
    const struct rules *rules;
    struct playing playing;
    turn_visitor *visit;
    void *context;
    struct turn turn;
};

static bool visit_step(struct search *search, struct step step)
{
    search->turn.steps[search->turn.count++] = step;
    bool more = search->visit(search->context, &search->turn);
    search->turn.count--;
    return more;
}

static bool visit_plays(struct search *search, unsigned kind)
{
    for (unsigned stack = 0; stack < search->playing.position->stacks; stack++) {
        struct step step = {stack + 1, tile_of(search->rules, kind), 0};
        struct attempt attempt = attempt_play(&search->playing, &step);
        if (stakz_judge_play(&search->playing, &attempt) != LEGAL)
            continue;
        step.mark = will_split(&search->playing, &attempt) ? '/' : 0;
        if (!visit_step(search, step))
            return false;
    }
    return true;
}

static bool visit_draws(struct search *search)
{
    const struct rules *rules = search->rules;
    if (search->playing.position->pile == 0)
        return true;
    for (unsigned kind = 0; kind < rules->kinds; kind++) {
        const struct step step = {0, tile_of(rules, kind), '+'};
        if (stakz_judge_draw(&search->playing, &step) == LEGAL && !visit_step(search, step))
            return false;
    }
    for (unsigned colour = 0; colour < rules->colours.count; colour++) {
        const struct step step = {0, hidden_of(rules, colour), '+'};
        if (stakz_judge_draw(&search->playing, &step) == LEGAL && !visit_step(search, step))
            return false;
    }
    return visit_step(search, (struct step){0, UNSEEN, '+'});
}

static bool visit_next(struct search *search)
{
    const struct position *position = search->playing.position;
    if (search->playing.hand->size == 0)
        return true;
    for (unsigned kind = 0; search->turn.count < TURN_STEPS && kind < search->rules->kinds; kind++)
        if (!visit_plays(search, kind))
            return false;
    const struct turn passed = {.shape = TURN_PASS};
    if (position->pile == 0 && search->turn.count == 0)
        return search->visit(search->context, &passed);
    return search->turn.count == TURN_STEPS || visit_draws(search);
}

bool stakz_extend(
    const void *any_rules, const struct state *state, const struct turn *begun, turn_visitor *visit, void *context)
{
    const struct rules *rules = any_rules;
    uint64_t room[POSITION_WORDS];
    struct position *position = (struct position *)room;
    memcpy(position, state, position_size(rules));
    struct search search = {rules, playing_of(rules, position), visit, context, {.shape = TURN_TILES}};
    if (begun->shape == TURN_PASS)
        return true;
    for (unsigned i = 0; i < begun->count; i++) {
        if (is_draw(&begun->steps[i]))
            return true;
        const struct attempt attempt = attempt_play(&search.playing, &begun->steps[i]);
        make_play(&search.playing, &attempt);
        search.turn.steps[search.turn.count++] = begun->steps[i];
    }
    return visit_next(&search);
}

void stakz_write(const void *any_rules, const struct state *state, const struct turn *turn, struct text *text)
{
    const struct rules *rules = any_rules;
    uint64_t room[POSITION_WORDS];
    struct position *position = (struct position *)room;
    memcpy(position, state, position_size(rules));
    struct playing playing = playing_of(rules, position);
    if (turn->shape == TURN_PASS)
        text_add_string(text, "pass");
    for (unsigned i = 0; i < turn->count; i++) {
        struct step step = turn->steps[i];
        char name[STEP_TEXT];
        if (!is_draw(&step)) {
            const struct attempt attempt = attempt_play(&playing, &step);
            step.mark = will_split(&playing, &attempt) ? '/' : 0;
            make_play(&playing, &attempt);
        }
        stakz_step_text(&step, name);
        if (i > 0)
            text_add_char(text, ',');
        text_add_string(text, name);
    }
}
