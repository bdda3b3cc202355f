/* test_templates.c: runs the table of examples that all renderers of templates must pass.
 *
 * A row has a template, its arguments as the engine writes them, a language and the expected
 * sentence; where needed also the game whose messages are looked up, the names of the seats and the
 * seat of the reader. docs/words.md says which arguments are seats. */
#include "unit/test.h"

#include <jansson.h>
#include <stdlib.h>

#include "words/words.h"

static enum arg_kind kind_of(const char *name, const json_t *value) {
    return json_is_string(value) ? ARG_WORD : words_is_seat(name) ? ARG_SEAT : ARG_NUMBER;
}

static void add_value(struct message *message, const json_t *value) {
    if (json_is_string(value))
        message_item_word(message, json_string_value(value));
    else
        message_item(message, json_integer_value(value));
}

static void add_arg(struct message *message, const char *name, const json_t *value) {
    size_t index;
    const json_t *item;
    if (!json_is_array(value)) {
        message_list(message, name, kind_of(name, value));
        message->args[message->arg_count - 1].is_list = false;
        add_value(message, value);
        return;
    }
    message_list(message, name, kind_of(name, json_array_get(value, 0)));
    json_array_foreach(value, index, item) {
        add_value(message, item);
    }
}

static const char *string_of(const json_t *row, const char *name, const char *fallback) {
    const json_t *value = json_object_get(row, name);
    return value ? json_string_value(value) : fallback;
}

static void say_row(const json_t *row, struct text *out) {
    const json_t *names_json = json_object_get(row, "names");
    const char *names[SEATS_MAX] = {0};
    enum language language;
    struct message message;
    const char *arg;
    json_t *value;
    for (size_t i = 0; i < json_array_size(names_json); i++)
        names[i] = json_string_value(json_array_get(names_json, i));
    assert_true(words_language(string_of(row, "language", ""), &language));
    message_start(&message, string_of(row, "game", "house"));
    json_object_foreach(json_object_get(row, "args"), arg, value) {
        add_arg(&message, arg, value);
    }
    const json_t *reader = json_object_get(row, "reader");
    words_fill(language, names_json ? names : NULL, reader ? (int)json_integer_value(reader) : -1,
               string_of(row, "template", NULL), &message, out);
}

static void every_row_comes_out(void **state) {
    (void)state;
    json_error_t error;
    json_t *rows = json_load_file(getenv("SPELUNKE_TEMPLATES"), 0, &error);
    size_t index;
    const json_t *row;
    struct text out = {0};
    assert_in_range(json_array_size(rows), 60, 1000);
    json_array_foreach(rows, index, row) {
        text_clear(&out);
        say_row(row, &out);
        if (strcmp(text_string(&out), string_of(row, "result", NULL)) != 0)
            print_error("row %d: %s\n", (int)index + 1, string_of(row, "template", ""));
        test_text(&out, string_of(row, "result", NULL));
    }
    text_free(&out);
    json_decref(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_row_comes_out)};
    return cmocka_run_group_tests_name("templates", tests, NULL, NULL);
}
