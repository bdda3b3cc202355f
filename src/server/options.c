/* options.c: see options.h. */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spelunke/must.h>

#include "address.h"
#include "disk/disk.h"
#include "report.h"

enum { FILE_BYTES_MAX = 65536, VARIABLE_MAX = 64 };

enum option_kind { TAKES_NUMBER, TAKES_TEXT, TAKES_ADDRESSES, TAKES_LEVEL, TAKES_FLAG };

static const struct option_row {
    const char *name;
    enum option_kind kind;
    const char *default_value;
    int min, max;
} rows[SERVE_OPTIONS] = {
    [SERVE_PORT] = {"port", TAKES_NUMBER, "8642", 0, 65535},
    [SERVE_BIND] = {"bind", TAKES_ADDRESSES, "", 0, 0},
    [SERVE_NAME] = {"name", TAKES_TEXT, "", 0, 0},
    [SERVE_STORE] = {"store", TAKES_TEXT, "", 0, 0},
    [SERVE_DATA] = {"data", TAKES_TEXT, "", 0, 0},
    [SERVE_LAN] = {"lan", TAKES_FLAG, "no", 0, 0},
    [SERVE_CERT] = {"cert", TAKES_TEXT, "", 0, 0},
    [SERVE_KEY] = {"key", TAKES_TEXT, "", 0, 0},
    [SERVE_PER_ADDRESS] = {"per-address", TAKES_NUMBER, "64", 1, 1000000},
    [SERVE_KEEP] = {"keep", TAKES_NUMBER, "90", 1, 36500},
    [SERVE_BEHIND_PROXY] = {"behind-proxy", TAKES_FLAG, "no", 0, 0},
    [SERVE_METRICS_TOKEN] = {"metrics-token", TAKES_TEXT, "", 0, 0},
    [SERVE_LOG] = {"log", TAKES_LEVEL, "", 0, 0},
    [SERVE_LOG_ADDRESSES] = {"log-addresses", TAKES_FLAG, "no", 0, 0},
    [SERVE_TEST] = {"test", TAKES_FLAG, "no", 0, 0},
};

static char *copy(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(must_alloc(size), text, size);
}

void options_open(struct options *options) {
    *options = (struct options){0};
    for (int i = 0; i < SERVE_OPTIONS; i++)
        options->values[i] = copy(rows[i].default_value);
}

void options_free(struct options *options) {
    for (int i = 0; i < SERVE_OPTIONS; i++)
        free(options->values[i]);
    text_free(&options->file);
}

int option_named(const char *name) {
    for (int i = 0; i < SERVE_OPTIONS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return i;
    return -1;
}

bool option_is_flag(enum serve_option option) {
    return rows[option].kind == TAKES_FLAG;
}

static bool is_number(const char *text, int min, int max) {
    enum { DIGITS_MAX = 8 };
    size_t digits = strspn(text, "0123456789");
    return digits && digits <= DIGITS_MAX && !text[digits] && atoi(text) >= min &&
           atoi(text) <= max;
}

/* Takes the next item of a comma-separated list; false at its end. */
static bool next_item(const char **list, char *out, size_t room) {
    size_t length = strcspn(*list, ",");
    if (!**list)
        return false;
    size_t kept = length < room ? length : room - 1;
    memcpy(out, *list, kept);
    out[kept] = '\0';
    *list += length + ((*list)[length] == ',');
    return true;
}

static bool are_addresses(const char *list) {
    char item[ADDRESS_TEXT_MAX + 1], parsed[ADDRESS_TEXT_MAX + 1];
    while (next_item(&list, item, sizeof item))
        if (!address_parse(item, parsed))
            return false;
    return true;
}

static bool complain(struct message *why, const char *key, enum serve_option option,
                     const char *value) {
    message_start(why, key);
    message_word(why, "option", rows[option].name);
    if (value)
        message_word(why, "value", value);
    return false;
}

/* Validates a value and returns it as stored; NULL with the reason. */
static const char *validate(enum serve_option option, const char *value, struct message *why) {
    const struct option_row *row = &rows[option];
    if (row->kind == TAKES_FLAG) {
        if (!value || strcmp(value, "yes") == 0 || strcmp(value, "1") == 0)
            return "yes";
        if (strcmp(value, "no") == 0 || strcmp(value, "0") == 0)
            return "no";
        complain(why, "server.option_flag", option, value);
        return NULL;
    }
    if (!value || !*value) {
        complain(why, "server.option_value", option, NULL);
        return NULL;
    }
    if (row->kind == TAKES_NUMBER && !is_number(value, row->min, row->max)) {
        complain(why, "server.option_number", option, value);
        message_number(why, "least", row->min);
        message_number(why, "most", row->max);
        return NULL;
    }
    if (!text_is_plain(value)) {
        complain(why, "server.option_text", option, NULL);
        return NULL;
    }
    if (row->kind == TAKES_ADDRESSES && !are_addresses(value)) {
        complain(why, "server.option_address", option, value);
        return NULL;
    }
    if (row->kind == TAKES_LEVEL && report_level_named(value) == REPORT_LEVELS) {
        complain(why, "server.option_level", option, value);
        return NULL;
    }
    return value;
}

/* A list option given twice on the command line is concatenated. */
static char *join(const char *list, const char *more) {
    struct text joined = {0};
    text_put(&joined, list);
    text_put_char(&joined, ',');
    text_put(&joined, more);
    char *copied = copy(text_string(&joined));
    text_free(&joined);
    return copied;
}

bool options_take(struct options *options, enum serve_option option, const char *value,
                  enum option_source source, struct message *why) {
    const char *kept = validate(option, value, why);
    if (!kept)
        return false;
    if (options->sources[option] > source)
        return true;
    bool is_more = rows[option].kind == TAKES_ADDRESSES && options->sources[option] == source;
    char *now = is_more ? join(options->values[option], kept) : copy(kept);
    free(options->values[option]);
    options->values[option] = now;
    options->sources[option] = source;
    return true;
}

bool options_take_environment(struct options *options, struct message *why) {
    for (int i = 0; i < SERVE_OPTIONS; i++) {
        char variable[VARIABLE_MAX] = "SPELUNKE_";
        size_t length = strlen(variable);
        for (const char *c = rows[i].name; *c; c++)
            variable[length++] = *c == '-' ? '_' : (char)toupper((unsigned char)*c);
        const char *value = getenv(variable);
        if (value && *value &&
            !options_take(options, (enum serve_option)i, value, FROM_ENVIRONMENT, why))
            return false;
    }
    return true;
}

/* Splits a line into name and value; NULL: it has no value. */
static char *cut_value(char *line) {
    char *value = line + strcspn(line, " \t");
    if (!*value)
        return NULL;
    *value++ = '\0';
    value += strspn(value, " \t");
    for (size_t length = strlen(value); length && strchr(" \t\r", value[length - 1]); length--)
        value[length - 1] = '\0';
    return *value ? value : NULL;
}

static bool take_line(struct options *options, char *line, struct message *why) {
    line += strspn(line, " \t\r");
    if (!*line || *line == '#')
        return true;
    char *value = cut_value(line);
    int option = option_named(line);
    if (option >= 0)
        return options_take(options, (enum serve_option)option, value, FROM_FILE, why);
    message_start(why, "server.no_option");
    message_word(why, "option", line);
    return false;
}

bool options_take_file(struct options *options, const char *path, int *line, struct message *why) {
    *line = 0;
    text_clear(&options->file);
    if (!disk_read(path, FILE_BYTES_MAX, &options->file))
        return false;
    char *at = options->file.length ? options->file.data : NULL;
    while (at) {
        char *end = strchr(at, '\n');
        if (end)
            *end = '\0';
        ++*line;
        if (!take_line(options, at, why))
            return false;
        at = end ? end + 1 : NULL;
    }
    return true;
}

bool options_check(const struct options *options, struct message *why) {
    if (!*option_text(options, SERVE_CERT) != !*option_text(options, SERVE_KEY)) {
        message_start(why, "server.option_pair");
        return false;
    }
    if (option_flag(options, SERVE_TEST) &&
        (option_flag(options, SERVE_LAN) || option_flag(options, SERVE_BEHIND_PROXY) ||
         *option_text(options, SERVE_BIND))) {
        message_start(why, "server.option_test");
        return false;
    }
    return true;
}

const char *option_given(const struct options *options, enum serve_option option) {
    const char *text = option_text(options, option);
    return *text ? text : NULL;
}

const char *option_text(const struct options *options, enum serve_option option) {
    return options->values[option];
}

int option_number(const struct options *options, enum serve_option option) {
    return atoi(options->values[option]);
}

bool option_flag(const struct options *options, enum serve_option option) {
    return strcmp(options->values[option], "yes") == 0;
}

bool option_item(const struct options *options, enum serve_option option, int n, char *out,
                 size_t room) {
    const char *list = options->values[option];
    for (int i = 0; next_item(&list, out, room); i++)
        if (i == n)
            return true;
    return false;
}

const char *option_default_address(const struct options *options, int n) {
    static const char *const own[] = {"127.0.0.1", "::1"}, *const all[] = {"0.0.0.0", "::"};
    return option_flag(options, SERVE_LAN) ? all[n] : own[n];
}

/* On a terminal the default is to log problems only, for people who just want to play. */
const char *option_log(const struct options *options) {
    const char *given = option_given(options, SERVE_LOG);
    return given ? given : isatty(STDERR_FILENO) ? "warning" : "info";
}

/* Prints the default of an option, if it has one. */
static void put_default(const struct options *options, enum serve_option option, struct text *out) {
    const char *data = option_given(options, SERVE_DATA);
    if (option == SERVE_STORE && data)
        text_put(out, data);
    else if (option == SERVE_STORE || option == SERVE_DATA)
        disk_folder("XDG_DATA_HOME", "/.local/share", out);
    if (option == SERVE_BIND) {
        text_put(out, option_default_address(options, 0));
        text_put_char(out, ',');
        text_put(out, option_default_address(options, 1));
    }
    if (option == SERVE_LOG)
        text_put(out, option_log(options));
}

void options_print(const struct options *options, struct text *out) {
    for (int i = 0; i < SERVE_OPTIONS; i++) {
        struct text value = {0};
        bool is_set = *options->values[i];
        text_put(&value, options->values[i]);
        if (!is_set)
            put_default(options, (enum serve_option)i, &value);
        text_put(out, is_set ? "" : "# ");
        text_put(out, rows[i].name);
        text_put(out, value.length ? " " : "");
        text_put(out, text_string(&value));
        text_put_char(out, '\n');
        text_free(&value);
    }
}
