/* setup.c: validates options and start values. */
#include <spelunke/setup.h>

#include <string.h>

#include <spelunke/game.h>
#include <spelunke/must.h>
#include <spelunke/notation.h>

int param_count(const struct param *params) {
    int count = 0;
    while (params && params[count].name)
        count++;
    return count;
}

const char *const *param_values(const struct param *param) {
    static const char *const flags[] = {"off", "on", NULL};
    return param->kind == PARAM_FLAG ? flags : param->values;
}

const char *param_offer(const struct param *param) {
    return param->offer ? param->offer : param->fallback;
}

static int find_param(const struct param *params, const char *name) {
    for (int i = 0; i < param_count(params); i++)
        if (strcmp(params[i].name, name) == 0)
            return i;
    return -1;
}

static int find_value(const char *const *values, const char *value) {
    for (int i = 0; values && values[i]; i++)
        if (strcmp(values[i], value) == 0)
            return i;
    return -1;
}

static bool is_word(const char *value) {
    size_t length = strlen(value);
    return length > 0 && length < OPTION_TEXT_MAX &&
           strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
               length;
}

/* Also for a start value, which is a number for each seat. */
static bool refuse_option(struct message *why, const struct param *param) {
    bool has_range = param->kind == PARAM_NUMBER;
    refuse(why, !has_range      ? "kernel.option_value"
                : param->values ? "kernel.option_range_or_value"
                                : "kernel.option_range");
    message_word(why, "option", param->name);
    if (has_range) {
        message_number(why, "min", param->min);
        message_number(why, "max", param->max);
    }
    return false;
}

static bool option_parse(struct option *option, const struct param *param, const char *value,
                         struct message *why) {
    struct scan scan = {value};
    int64_t number = 0;
    if (!is_word(value))
        return refuse_option(why, param);
    int choice = find_value(param_values(param), value);
    bool is_number = param->kind == PARAM_NUMBER &&
                     scan_number(&scan, param->min, param->max, &number) && scan_end(&scan);
    if (choice < 0 && !is_number && param->kind != PARAM_WORD)
        return refuse_option(why, param);
    option->number = (int32_t)number;
    option->choice = choice;
    memset(option->word, 0, sizeof option->word);
    memcpy(option->word, value, strlen(value));
    return true;
}

bool setup_option(struct setup *setup, const struct game *game, const char *name, const char *value,
                  struct message *why) {
    int index = find_param(game->params, name);
    if (index < 0) {
        refuse(why, "kernel.unknown_option");
        message_word(why, "option", name);
        return false;
    }
    return option_parse(&setup->options[index], &game->params[index], value, why);
}

static void begin_starts(struct setup *setup, const struct game *game) {
    for (int i = 0; i < param_count(game->starts); i++) {
        struct option option;
        must(option_parse(&option, &game->starts[i], game->starts[i].fallback, NULL));
        for (int seat = 0; seat < setup->seats; seat++)
            setup->starts[i][seat] = option.number;
    }
}

bool setup_begin(struct setup *setup, const struct game *game, int seats, struct message *why) {
    memset(setup, 0, sizeof *setup);
    must(param_count(game->params) <= OPTIONS_MAX && param_count(game->starts) <= STARTS_MAX);
    must(game->seats_max <= SEATS_MAX);
    if (seats < game->seats_min || seats > game->seats_max) {
        bool has_reason = game->seats_reason && seats < game->seats_min;
        refuse(why, has_reason ? game->seats_reason : "kernel.seats");
        message_number(why, "min", game->seats_min);
        message_number(why, "max", game->seats_max);
        return false;
    }
    setup->seats = seats;
    begin_starts(setup, game);
    for (int i = 0; i < param_count(game->params); i++)
        must(option_parse(&setup->options[i], &game->params[i], game->params[i].fallback, NULL));
    return true;
}

bool setup_offer(struct setup *setup, const struct game *game, int seats, struct message *why) {
    if (!setup_begin(setup, game, seats, why))
        return false;
    for (int i = 0; i < param_count(game->params); i++)
        must(option_parse(&setup->options[i], &game->params[i], param_offer(&game->params[i]),
                          NULL));
    return true;
}

bool setup_start(struct setup *setup, const struct game *game, const char *name,
                 const int64_t *values, int count, struct message *why) {
    int index = find_param(game->starts, name);
    if (index < 0 || count != setup->seats) {
        refuse(why, index < 0 ? "kernel.unknown_start" : "kernel.start_count");
        message_word(why, "start", name);
        return false;
    }
    const struct param *param = &game->starts[index];
    for (int seat = 0; seat < count; seat++) {
        if (values[seat] < param->min || values[seat] > param->max)
            return refuse_option(why, param);
        setup->starts[index][seat] = (int32_t)values[seat];
    }
    setup->has_start[index] = true;
    return true;
}
