/* words.c: looking up a message and filling the holes of its template.
 * docs/words.md describes templates. */
#include "words_inside.h"

#include <stdlib.h>
#include <string.h>

static int compare_row(const void *key, const void *row) {
    return strcmp(key, ((const struct word_row *)row)->key);
}

const char *words_find(enum language language, const char *key) {
    const struct word_row *row =
        bsearch(key, word_rows, (size_t)word_row_count, sizeof *word_rows, compare_row);
    return row ? row->text[language] : NULL;
}

const char *const *words_rules(enum language language, const char *game) {
    for (const struct rules_row *row = rules_rows; row->game; row++)
        if (strcmp(row->game, game) == 0)
            return row->lines[language];
    return NULL;
}

bool words_is_seat(const char *argument) {
    for (const char *const *name = word_seat_args; *name; name++)
        if (strcmp(*name, argument) == 0)
            return true;
    return false;
}

/* What fills the holes of one sentence. */
struct filling {
    enum language language;
    const char *const *names; /* of the seats; NULL: their numbers */
    const struct message *message;
};

/* A part of a template. */
struct part {
    const char *at;
    size_t length;
};

static void fill(const struct filling *filling, struct part template, struct text *out);

static bool part_is(struct part part, const char *string) {
    return strlen(string) == part.length && memcmp(part.at, string, part.length) == 0;
}

/* The length up to the first of these characters that is not within braces. */
static size_t length_before(struct part part, const char *ends) {
    int depth = 0;
    for (size_t i = 0; i < part.length; i++) {
        if (depth == 0 && strchr(ends, part.at[i]))
            return i;
        depth += (part.at[i] == '{') - (part.at[i] == '}');
    }
    return part.length;
}

/* Cuts off and returns what stands before the first of these characters, which goes too. */
static struct part take(struct part *rest, const char *ends) {
    struct part taken = {rest->at, length_before(*rest, ends)};
    size_t gone = taken.length + (taken.length < rest->length);
    *rest = (struct part){rest->at + gone, rest->length - gone};
    return taken;
}

static const struct arg *find_arg(const struct message *message, struct part name) {
    for (int i = 0; i < message->arg_count; i++)
        if (part_is(name, message_arg_name(message, i)))
            return &message->args[i];
    return NULL;
}

/* `{name:format:format}` */
struct format {
    bool has_sign, is_quoted, has_and;
    struct part group; /* of messages that the value is looked up in */
};

static struct format read_format(struct part formats) {
    struct format format = {.group = {"word", 4}};
    while (formats.length) {
        struct part one = take(&formats, ":");
        if (part_is(one, "+"))
            format.has_sign = true;
        else if (part_is(one, "quoted"))
            format.is_quoted = true;
        else if (part_is(one, "and"))
            format.has_and = true;
        else
            format.group = one;
    }
    return format;
}

/* The message `<game>.<group>.<word>`, or the word itself. */
static void say_word(const struct filling *filling, struct part group, const char *word,
                     struct text *out) {
    const char *game = filling->message->key;
    struct text key = {0};
    text_put_bytes(&key, game, strcspn(game, "."));
    text_put_char(&key, '.');
    text_put_bytes(&key, group.at, group.length);
    text_put_char(&key, '.');
    text_put(&key, word);
    const char *said = words_find(filling->language, text_string(&key));
    text_put(out, said ? said : word);
    text_free(&key);
}

static void say_value(const struct filling *filling, const struct arg *arg, int index,
                      const struct format *format, struct text *out) {
    union arg_value value = filling->message->values[arg->first + index];
    const char *quoted = format->is_quoted ? words_find(filling->language, "words.quoted") : "";
    size_t before = strcspn(quoted, "{"), hole = strcspn(quoted + before, "}");
    text_put_bytes(out, quoted, before);
    if (arg->kind == ARG_WORD)
        say_word(filling, format->group, value.word, out);
    else if (arg->kind == ARG_SEAT && filling->names)
        text_put(out, filling->names[value.number]);
    else {
        text_put(out, format->has_sign && value.number > 0 ? "+" : "");
        text_put_number(out, value.number);
    }
    text_put(out, quoted + before + hole + (hole > 0));
}

static void say_arg(const struct filling *filling, const struct arg *arg, struct part formats,
                    struct text *out) {
    struct format format = read_format(formats);
    for (int i = 0; i < arg->count; i++) {
        bool is_last = i == arg->count - 1;
        if (i > 0 && is_last && format.has_and) {
            text_put_char(out, ' ');
            text_put(out, words_find(filling->language, "words.and"));
            text_put_char(out, ' ');
        } else if (i > 0)
            text_put(out, ", ");
        say_value(filling, arg, i, &format, out);
    }
}

/* What forms and cases go by: a number, or how long a list is. */
static int64_t count_of(const struct filling *filling, const struct arg *arg) {
    bool is_counted = arg->is_list || arg->kind == ARG_WORD;
    return is_counted ? arg->count : filling->message->values[arg->first].number;
}

/* `{name|one|many}` */
static void say_form(const struct filling *filling, const struct arg *arg, struct part forms,
                     struct text *out) {
    int64_t number = count_of(filling, arg);
    bool is_one = number == 1 || number == -1;
    bool is_singular = is_one || (number == 0 && filling->language == LANGUAGE_FR);
    bool has_many = length_before(forms, "|") < forms.length;
    struct part one = take(&forms, "|");
    fill(filling, is_singular || !has_many ? one : forms, out);
}

/* Whether a case is that of this value: `value=text`; one without a label is for all. */
static bool take_label(struct part *text, const char *value) {
    static const char signs[] = "-_0123456789abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t length = 0;
    while (length < text->length && strchr(signs, text->at[length]))
        length++;
    if (length == text->length || text->at[length] != '=')
        return true;
    return part_is(take(text, "="), value);
}

/* `{name?value=text|value=text|text}` */
static void say_case(const struct filling *filling, const struct arg *arg, struct part cases,
                     struct text *out) {
    struct text value = {0};
    if (arg->kind == ARG_WORD && !arg->is_list)
        text_put(&value, filling->message->values[arg->first].word);
    else
        text_put_number(&value, count_of(filling, arg));
    while (cases.length) {
        struct part text = take(&cases, "|");
        if (!take_label(&text, text_string(&value)))
            continue;
        fill(filling, text, out);
        break;
    }
    text_free(&value);
}

/* A hole without its braces. */
static void say_hole(const struct filling *filling, struct part hole, struct text *out) {
    size_t length = length_before(hole, ":|?");
    char sign = length < hole.length ? hole.at[length] : ':';
    const struct arg *arg = find_arg(filling->message, take(&hole, ":|?"));
    if (!arg)
        return;
    if (sign == '|')
        say_form(filling, arg, hole, out);
    else if (sign == '?')
        say_case(filling, arg, hole, out);
    else
        say_arg(filling, arg, hole, out);
}

static void fill(const struct filling *filling, struct part template, struct text *out) {
    while (template.length) {
        struct part plain = {template.at, 0};
        while (plain.length < template.length && plain.at[plain.length] != '{')
            plain.length++;
        text_put_bytes(out, plain.at, plain.length);
        if (plain.length == template.length)
            return;
        template = (struct part){plain.at + plain.length + 1, template.length - plain.length - 1};
        say_hole(filling, take(&template, "}"), out);
    }
}

void words_fill(enum language language, const char *const *names, const char *template,
                const struct message *message, struct text *out) {
    struct filling filling = {language, names, message};
    fill(&filling, (struct part){template, strlen(template)}, out);
}

void words_say_named(enum language language, const char *const *names,
                     const struct message *message, struct text *out) {
    const char *template = words_find(language, message->key);
    words_fill(language, names, template ? template : message->key, message, out);
}

const char *words_help(enum language language, const char *game, const char *option) {
    struct text key = {0};
    text_put(&key, game);
    text_put(&key, ".option.");
    text_put(&key, option);
    const char *help = words_find(language, text_string(&key));
    text_free(&key);
    return help ? help : "";
}

void words_say(enum language language, const struct message *message, struct text *out) {
    words_say_named(language, NULL, message, out);
}
