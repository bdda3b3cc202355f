/* words.c: looks up a message and fills its template. docs/words.md specifies templates. */
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

const char *words_guest(enum language language, int guest) {
    static const char *const keys[GUESTS_MAX] = {"words.guest.1", "words.guest.2", "words.guest.3",
                                                 "words.guest.4", "words.guest.5", "words.guest.6",
                                                 "words.guest.7", "words.guest.8"};
    return words_find(language, keys[guest]);
}

const char *const *words_rules(enum language language, const char *game) {
    for (const struct rules_row *row = rules_rows; row->game; row++)
        if (strcmp(row->game, game) == 0)
            return row->lines[language];
    return NULL;
}

void words_say_rules(enum language language, const char *game, struct text *out) {
    const char *const *line = words_rules(language, game);
    for (; line && *line; line++) {
        text_put(out, *line);
        text_put_char(out, '\n');
    }
}

bool words_is_seat(const char *argument) {
    for (const char *const *name = word_seat_args; *name; name++)
        if (strcmp(*name, argument) == 0)
            return true;
    return false;
}

/* What is needed to fill the template of one sentence. */
struct filling {
    enum language language;
    const char *const *names; /* of the seats; NULL: seats are printed as numbers */
    int reader;               /* the seat of the reader; -1: none */
    const struct message *message;
};

/* A part of a template. */
struct part {
    const char *at;
    size_t length;
};

static void fill(const struct filling *filling, struct part template, struct text *out);

static struct part part_of(const char *string) {
    return (struct part){string, strlen(string)};
}

static bool part_is(struct part part, const char *string) {
    return strlen(string) == part.length && memcmp(part.at, string, part.length) == 0;
}

/* The length up to the first of these characters outside of braces. */
static size_t length_before(struct part part, const char *ends) {
    int depth = 0;
    for (size_t i = 0; i < part.length; i++) {
        if (depth == 0 && strchr(ends, part.at[i]))
            return i;
        depth += (part.at[i] == '{') - (part.at[i] == '}');
    }
    return part.length;
}

/* Cuts off and returns the part before the first of these characters, and removes that
 * character. */
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
    bool has_sign, is_quoted, has_and, has_group;
    struct part group; /* the group of messages in which the value is looked up */
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
        else {
            format.group = one;
            format.has_group = true;
        }
    }
    return format;
}

/* The template `<game>.<group>.<word>`; NULL: there is none. */
static const char *find_in_group(const struct filling *filling, struct part game, struct part group,
                                 const char *word) {
    struct text key = {0};
    text_put_bytes(&key, game.at, game.length);
    text_put_char(&key, '.');
    text_put_bytes(&key, group.at, group.length);
    text_put_char(&key, '.');
    text_put(&key, word);
    const char *found = words_find(filling->language, text_string(&key));
    text_free(&key);
    return found;
}

static void say_word(const struct filling *filling, struct part group, const char *word,
                     struct text *out) {
    const char *key = filling->message->key;
    struct part game = {key, strcspn(key, ".")};
    const char *said = find_in_group(filling, game, group, word);
    text_put(out, said ? said : word);
}

/* Prints a seat's name. If the placeholder names a group and the seat is the reader's, prints the
 * message `words.you.<group>` instead. */
static void say_seat(const struct filling *filling, int64_t seat, const struct format *format,
                     struct text *out) {
    const char *you = NULL;
    if (seat == filling->reader && format->has_group) {
        struct text word = {0};
        text_put_bytes(&word, format->group.at, format->group.length);
        you = find_in_group(filling, part_of("words"), part_of("you"), text_string(&word));
        text_free(&word);
    }
    if (you)
        text_put(out, you);
    else if (filling->names)
        text_put(out, filling->names[seat]);
    else
        text_put_number(out, seat);
}

/* The message `words.quoted` or `words.and` with this text as its argument `word`. */
static void say_around(const struct filling *filling, const char *key, const char *word,
                       struct text *out) {
    struct message message;
    message_start(&message, key);
    message_word(&message, "word", word);
    struct filling around = {filling->language, NULL, -1, &message};
    fill(&around, part_of(words_find(filling->language, key)), out);
}

/* Two equal adjacent words may have a message of their own, `<game>.<group>_two.<word>`; NULL: they
 * are printed one by one. */
static const char *find_two(const struct filling *filling, const struct arg *arg, int index,
                            const struct format *format) {
    const union arg_value *values = &filling->message->values[arg->first + index];
    const char *key = filling->message->key;
    if (arg->kind != ARG_WORD || index + 1 >= arg->count ||
        strcmp(values[0].word, values[1].word) != 0)
        return NULL;
    struct text group = {0};
    text_put_bytes(&group, format->group.at, format->group.length);
    text_put(&group, "_two");
    const char *found = find_in_group(filling, (struct part){key, strcspn(key, ".")},
                                      part_of(text_string(&group)), values[0].word);
    text_free(&group);
    return found;
}

/* Prints one value of the list, or two that have a common message; returns how many. */
static int say_values(const struct filling *filling, const struct arg *arg, int index,
                      const struct format *format, struct text *out) {
    union arg_value value = filling->message->values[arg->first + index];
    const char *two = find_two(filling, arg, index, format);
    struct text said = {0};
    if (two)
        text_put(&said, two);
    else if (arg->kind == ARG_WORD)
        say_word(filling, format->group, value.word, &said);
    else if (arg->kind == ARG_SEAT)
        say_seat(filling, value.number, format, &said);
    else {
        text_put(&said, format->has_sign && value.number > 0 ? "+" : "");
        text_put_number(&said, value.number);
    }
    if (format->is_quoted)
        say_around(filling, "words.quoted", text_string(&said), out);
    else
        text_put(out, text_string(&said));
    text_free(&said);
    return two ? 2 : 1;
}

static void say_arg(const struct filling *filling, const struct arg *arg, struct part formats,
                    struct text *out) {
    struct format format = read_format(formats);
    for (int i = 0, next; i < arg->count; i = next) {
        struct text value = {0};
        next = i + say_values(filling, arg, i, &format, &value);
        if (i > 0 && next == arg->count && format.has_and) {
            text_put_char(out, ' ');
            say_around(filling, "words.and", text_string(&value), out);
            text_put_char(out, ' ');
        } else if (i > 0)
            text_put(out, ", ");
        text_put(out, text_string(&value));
        text_free(&value);
    }
}

/* The number by which forms and cases are selected: the value, or the length of a list. */
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

/* Cuts off the label of a case, `label=text`; false: there is none. */
static bool take_label(struct part *text, struct part *label) {
    static const char signs[] = "-_0123456789abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t length = 0;
    while (length < text->length && strchr(signs, text->at[length]))
        length++;
    if (length == text->length || text->at[length] != '=')
        return false;
    *label = take(text, "=");
    return true;
}

/* `{name~before a vowel|else}`, `{name~ae=before these vowels|else}` */
static void say_sound(const struct filling *filling, const struct arg *arg, struct part forms,
                      struct text *out) {
    struct text said = {0};
    say_arg(filling, arg, (struct part){0}, &said);
    char vowel = sound_vowel(filling->language, text_string(&said));
    struct part before = take(&forms, "|"), letters;
    bool fits = take_label(&before, &letters) ? vowel && memchr(letters.at, vowel, letters.length)
                                              : vowel != 0;
    fill(filling, fits ? before : forms, out);
    text_free(&said);
}

/* True if there are values, and all are this seat. */
static bool all_are(const struct filling *filling, const struct arg *arg, int64_t seat) {
    for (int i = 0; i < arg->count; i++)
        if (filling->message->values[arg->first + i].number != seat)
            return false;
    return arg->count > 0;
}

/* Labels for seats: `you`, and the name of another argument with the same seat. */
static bool is_labelled(const struct filling *filling, const struct arg *arg, struct part label) {
    if (arg->kind != ARG_SEAT)
        return false;
    if (part_is(label, "you"))
        return filling->reader >= 0 && all_are(filling, arg, filling->reader);
    const struct arg *other = find_arg(filling->message, label);
    return other && other->kind == ARG_SEAT && other->count == 1 &&
           all_are(filling, arg, filling->message->values[other->first].number);
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
        struct part text = take(&cases, "|"), label;
        bool fits = !take_label(&text, &label) || part_is(label, text_string(&value)) ||
                    is_labelled(filling, arg, label);
        if (!fits)
            continue;
        fill(filling, text, out);
        break;
    }
    text_free(&value);
}

/* Fills a placeholder, given without its braces. */
static void fill_placeholder(const struct filling *filling, struct part placeholder,
                             struct text *out) {
    static const char signs[] = ":|?~";
    size_t length = length_before(placeholder, signs);
    char sign = length < placeholder.length ? placeholder.at[length] : ':';
    const struct arg *arg = find_arg(filling->message, take(&placeholder, signs));
    if (!arg)
        return;
    if (sign == '|')
        say_form(filling, arg, placeholder, out);
    else if (sign == '?')
        say_case(filling, arg, placeholder, out);
    else if (sign == '~')
        say_sound(filling, arg, placeholder, out);
    else
        say_arg(filling, arg, placeholder, out);
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
        fill_placeholder(filling, take(&template, "}"), out);
    }
}

void words_fill(enum language language, const char *const *names, int reader, const char *template,
                const struct message *message, struct text *out) {
    struct filling filling = {language, names, reader, message};
    fill(&filling, part_of(template), out);
}

void words_say_to(enum language language, const char *const *names, int reader,
                  const struct message *message, struct text *out) {
    const char *template = words_find(language, message->key);
    words_fill(language, names, reader, template ? template : message->key, message, out);
}

void words_say_named(enum language language, const char *const *names,
                     const struct message *message, struct text *out) {
    words_say_to(language, names, -1, message, out);
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
