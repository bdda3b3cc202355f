/* admin.c: `spelunke admin`: manages a server: list, close, export, ban, back up.
 *
 * Commands that only read open the server's files directly, even while it uses them. Changes are
 * requests to the running server through its socket. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arguments.h"
#include "disk/disk.h"
#include "server/admin.h"
#include "server/table.h"
#include "store/store.h"

static const char help[] =
    "Usage: spelunke admin [--data FOLDER] [--store FOLDER] COMMAND\n"
    "\n"
    "Maintain a server by its data folder.\n"
    "\n"
    "  list             prints the tables, newest first: id, state, game, public or\n"
    "                   private, creation time, ids of the people at its seats\n"
    "  export TABLE     prints the log of a match, even if it was set aside\n"
    "  close TABLE      closes a table\n"
    "  ban WHO          bans a person (id) or an address, and disconnects them\n"
    "  unban WHO        removes the ban\n"
    "  backup FOLDER    copies journal, key and bans into a new folder, while the\n"
    "                   server runs\n"
    "\n"
    "  --data FOLDER    as for serve ($SPELUNKE_DATA, $XDG_DATA_HOME/spelunke)\n"
    "  --store FOLDER   as for serve ($SPELUNKE_STORE)\n"
    "\n"
    "close, ban and unban need the running server; the others do not.\n"
    "Manual: man spelunke-admin\n";

enum { KEY_BYTES_MAX = 4096, BANS_BYTES_MAX = 1 << 20, STAMP_SIZE = 32 };

struct admin_call {
    struct text data, store; /* folders, with a slash at the end */
    const char *data_option, *store_option, *verb, *what;
};

static void put_folder(const char *folder, struct text *out) {
    text_clear(out);
    text_put(out, folder);
    if (out->length && out->data[out->length - 1] != '/')
        text_put_char(out, '/');
}

static bool find_folders(struct admin_call *call) {
    const char *data = call->data_option ? call->data_option : getenv("SPELUNKE_DATA");
    const char *store = call->store_option ? call->store_option : getenv("SPELUNKE_STORE");
    if (data && *data)
        put_folder(data, &call->data);
    else
        disk_folder("XDG_DATA_HOME", "/.local/share", &call->data);
    put_folder(store && *store ? store : text_string(&call->data), &call->store);
    return call->data.length;
}

/* The answer to one read request; NULL: the error has been printed. */
static struct store_answer *ask_store(const struct admin_call *call, struct store **store,
                                      const struct store_request *request) {
    struct text why = {0};
    struct store_plan plan = {.is_manual = true, .is_reader = true};
    struct store_answer *answer = NULL;
    *store = store_open(call->store.data, &plan, &why);
    if (*store) {
        store_send(*store, request);
        store_work(*store);
        answer = store_take(*store);
        if (!answer)
            store_trouble(*store, &why);
    }
    if (!answer)
        complain_trouble(EXIT_TROUBLE, text_string(&why));
    text_free(&why);
    return answer;
}

static void print_entry(const struct store_entry *entry) {
    static const char *const states[STORE_STATES] = {"open", "playing", "over", "closed", "aside"};
    time_t made = (time_t)(entry->made / 1000);
    char stamp[STAMP_SIZE] = "";
    struct tm parts;
    gmtime_r(&made, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    printf("%s\t%s\t%s\t%s\t%s\t", entry->table, states[entry->state], entry->game,
           entry->is_public ? "public" : "private", stamp);
    for (int seat = 0; seat < entry->seats; seat++)
        printf("%s%s", seat ? "," : "", *entry->people[seat] ? entry->people[seat] : "-");
    putchar('\n');
}

static int run_list(struct admin_call *call) {
    struct store *store;
    struct store_request request = {.does = STORE_LIST, .list = {.list = STORE_ALL}};
    struct store_answer *answer = ask_store(call, &store, &request);
    for (int i = 0; answer && i < answer->entry_count; i++)
        print_entry(&answer->entries[i]);
    if (answer && answer->entry_count == STORE_LIST_MAX)
        fprintf(stderr, said("spelunke: there are more; these are the newest %d\n"),
                STORE_LIST_MAX);
    int code = answer ? EXIT_FINE : EXIT_TROUBLE;
    store_answer_free(answer);
    store_close(store);
    return code;
}

/* The action that crashed the process at this table, from its journal. */
static void print_crash(const struct store_answer *answer) {
    for (int i = 0; i < answer->row_count; i++)
        if (strcmp(answer->rows[i].kind, "aside") == 0)
            fprintf(stderr, said("spelunke: the table was set aside at: %s\n"),
                    answer->rows[i].body);
}

static int run_export(struct admin_call *call) {
    struct store *store;
    struct store_request request = {.does = STORE_READ, .table = call->what};
    struct store_answer *answer = ask_store(call, &store, &request);
    struct text log = {0};
    int code = answer ? EXIT_FINE : EXIT_TROUBLE;
    if (answer && answer->result == STORE_BROKEN) {
        code = complain(EXIT_TROUBLE, "an entry of this table is missing in the store");
    } else if (answer && answer->result != STORE_DONE) {
        code = complain(EXIT_REFUSED, "there is no table \"%s\" here", call->what);
    } else if (answer && !replay_put_rows(game_list, answer, &log)) {
        code = complain(EXIT_REFUSED, "no match has begun at this table");
    } else if (answer) {
        fputs(text_string(&log), stdout);
        print_crash(answer);
    }
    text_free(&log);
    store_answer_free(answer);
    store_close(store);
    return code;
}

static int run_order(struct admin_call *call) {
    struct text path = {0}, order = {0}, why = {0};
    text_put(&path, call->data.data);
    text_put(&path, ADMIN_SOCKET);
    text_put(&order, call->verb);
    text_put_char(&order, ' ');
    text_put(&order, call->what);
    bool is_plain = text_is_plain(order.data) && order.length < ADMIN_LINE_MAX;
    bool is_done = is_plain && admin_ask(path.data, order.data, &why);
    int code = is_done ? EXIT_FINE
               : !is_plain
                   ? complain(EXIT_USAGE, "\"%s\" is neither an id nor an address", call->what)
                   : complain_trouble(EXIT_REFUSED, text_string(&why));
    text_free(&path);
    text_free(&order);
    text_free(&why);
    return code;
}

/* Copies a file of the data folder that may be missing. */
static int copy_file(const struct admin_call *call, const char *to, const char *name, size_t most) {
    struct text from = {0}, copy = {0}, bytes = {0};
    text_put(&from, call->data.data);
    text_put(&from, name);
    text_put(&copy, to);
    text_put(&copy, name);
    bool is_read = disk_read_own(from.data, most, &bytes);
    int code = EXIT_FINE;
    if (!is_read && errno != ENOENT)
        code = complain(EXIT_TROUBLE, "cannot read %s: %s", from.data, error_said(errno));
    else if (is_read && !disk_keep(copy.data, text_string(&bytes), bytes.length))
        code = complain(EXIT_TROUBLE, "cannot write %s: %s", copy.data, error_said(errno));
    text_free(&from);
    text_free(&copy);
    text_free(&bytes);
    return code;
}

/* The journal is copied last, so a backup with a journal is complete. */
static int run_backup(struct admin_call *call) {
    struct text folder = {0}, journal = {0}, why = {0};
    put_folder(call->what, &folder);
    text_put(&journal, folder.data);
    text_put(&journal, "tables.db");
    int code = EXIT_FINE;
    if (access(journal.data, F_OK) == 0)
        code = complain(EXIT_REFUSED, "there is a backup in %s already", call->what);
    else if (!disk_make_folders(journal.data))
        code = complain(EXIT_TROUBLE, "cannot write %s: %s", folder.data, error_said(errno));
    if (code == EXIT_FINE)
        code = copy_file(call, folder.data, "token.key", KEY_BYTES_MAX);
    if (code == EXIT_FINE)
        code = copy_file(call, folder.data, "banned", BANS_BYTES_MAX);
    if (code == EXIT_FINE && !store_backup(call->store.data, journal.data, &why))
        code = complain_trouble(EXIT_TROUBLE, text_string(&why));
    text_free(&folder);
    text_free(&journal);
    text_free(&why);
    return code;
}

static const struct {
    const char *name;
    bool needs_what;
    int (*run)(struct admin_call *call);
} verbs[] = {{"list", false, run_list}, {"export", true, run_export}, {"close", true, run_order},
             {"ban", true, run_order},  {"unban", true, run_order},   {"backup", true, run_backup}};

static const struct argument arguments[] = {
    {"--data", ARGUMENT_TEXT, offsetof(struct admin_call, data_option), 0, 0},
    {"--store", ARGUMENT_TEXT, offsetof(struct admin_call, store_option), 0, 0},
    {0}};

static int take_arguments(int argc, char **argv, struct admin_call *call) {
    for (int i = 1, taken; i < argc; i += taken) {
        bool is_option = argv[i][0] == '-';
        taken = is_option ? argument_take(argv + i, arguments, call, help) : 1;
        if (taken < 0)
            return EXIT_USAGE;
        if (!taken)
            return complain_call(help, "admin has no option \"%s\"", argv[i]);
        if (!is_option && call->verb && call->what)
            return complain_call(help, "\"%s\" is too much", argv[i]);
        if (!is_option)
            *(call->verb ? &call->what : &call->verb) = argv[i];
    }
    if (!find_folders(call))
        return complain(EXIT_TROUBLE,
                        "there is neither HOME nor XDG_DATA_HOME: name a folder with --data");
    return EXIT_FINE;
}

int run_admin(int argc, char **argv) {
    struct admin_call call = {0};
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    int code = take_arguments(argc, argv, &call), verb = 0, count = sizeof verbs / sizeof *verbs;
    while (call.verb && verb < count && strcmp(verbs[verb].name, call.verb) != 0)
        verb++;
    if (code == EXIT_FINE && !call.verb)
        code = complain_usage("admin",
                              "admin needs a command: list, export, close, ban, unban or backup");
    else if (code == EXIT_FINE && verb == count)
        code = complain_usage("admin",
                              "admin has no command \"%s\"; it has: list, export, close, ban, "
                              "unban, backup",
                              call.verb);
    else if (code == EXIT_FINE && verbs[verb].needs_what != (call.what != NULL))
        code = verbs[verb].needs_what ? complain_missing(help, call.verb)
                                      : complain_call(help, "\"%s\" is too much", call.what);
    else if (code == EXIT_FINE)
        code = verbs[verb].run(&call);
    text_free(&call.data);
    text_free(&call.store);
    return code;
}
