/* console.h: what one person plays at: the seats, the match (of this process or of a server), and
 * the sentences about what happened.
 *
 * The console is generic. It advances the match one entry at a time (chance and computer players),
 * saves after each entry, turns events into sentences, and keeps the person's view. Everything
 * specific to a game is in its `struct client`. */
#ifndef SPELUNKE_TERMINAL_CONSOLE_H
#define SPELUNKE_TERMINAL_CONSOLE_H

#include "host/host.h"
#include "input.h"
#include "terminal.h"
#include "value.h"

struct remote;
struct console;

/* The result of reading a line or a key. */
enum reading {
    READ_NOTHING, /* not a command of the game */
    READ_CHANGED, /* the draft has changed, nothing is sent */
    READ_ANSWER,  /* `answer` is to be shown */
    READ_BOX,     /* the same, in a box, because it is longer than a line */
    READ_ACTION,  /* `action` is complete and is to be sent */
    READ_ON,      /* nothing is sent: the person may act but need not, and passes */
};

/* The terminal client of one game. A draft is a choice that is not sent yet; its layout is private
 * to the client, and it is zeroed before each question. What the client keeps from question to
 * question, mainly the person's preferences, is in the console's `memory`. Members whose comment
 * says what NULL or 0 means are optional. */
struct client {
    const char *key;
    size_t draft_size, memory_size;
    int pause; /* milliseconds to pause after a move of others that is reported; 0: the default */
    /* Keys of events that only repeat what the person has just done: they need no pause, but other
     * events after them do. NULL: nothing after the person's own move needs a pause. */
    const char *const *echoes;
    /* How many sentences, from this one on, the screen can show at once; NULL: all. */
    int (*count_sentences)(const struct console *console, int first);
    /* Writes an event as a sentence; false: another event already says the same. */
    bool (*tell)(const struct console *console, const struct message *message, struct text *out);
    /* One sentence: what the person is to do. */
    void (*say_task)(const struct console *console, struct text *out);
    /* On a screen, replaces the task while a choice is half made or while the person is asked
     * during the moves of others. It may write nothing: then the task is shown. NULL: always the
     * task. */
    void (*say_choosing)(const struct console *console, const void *draft, bool is_between,
                         struct text *out);
    /* The state of the match, what can be typed, and the texts behind the other commands. NULL for
     * odds or pad: the game has none. */
    void (*say_state)(const struct console *console, struct text *out);
    void (*say_prompt)(const struct console *console, const void *draft, struct text *out);
    void (*say_help)(const struct console *console, struct text *out);
    void (*say_odds)(const struct console *console, const void *draft, struct text *out);
    void (*say_pad)(const struct console *console, struct text *out);
    void (*say_end)(const struct console *console, struct text *out);
    /* The part of the state that is printed before each question; NULL: all of it. */
    void (*say_brief)(const struct console *console, struct text *out);
    /* The text behind the key `?`; NULL: the odds. */
    void (*say_guide)(const struct console *console, const void *draft, struct text *out);
    /* Keys of the catalogue; NULL: the texts that all games share. */
    const char *guide_title, *box_title, *common_help, *common_keys;
    /* Catalogue key of the legend of the screen; NULL: none. */
    const char *legend;
    /* Called after each entry: updates `memory` from the present view. NULL: nothing to update. */
    void (*see)(struct console *console);
    /* Answers a question automatically; NULL or false: the person is asked. */
    bool (*auto_answer)(const struct console *console, struct text *action);
    /* Writes the person's preferences as one line of the table file and reads them back when the
     * match is resumed. A line that cannot be parsed changes nothing. NULL: there are none. */
    void (*print_wishes)(const struct console *console, struct text *out);
    void (*read_wishes)(struct console *console, const char *line);
    /* Whether the person wants to be asked now, where only others must act; NULL: never. */
    bool (*stops)(const struct console *console);
    /* The summary of a round, one line each under its title, if the last entry ended a round; NULL:
     * the game has no rounds. */
    const char *round_title;
    bool (*say_round)(const struct console *console, struct text *out);
    /* One sentence, at most a line long, about how that round ended. It replaces the task while the
     * lines of say_round are shown. NULL: the task stays. */
    void (*say_outcome)(const struct console *console, struct text *out);
    /* Both write a complete action in notation when they return READ_ACTION. They change nothing of
     * the console but the client's memory. */
    enum reading (*read_line)(struct console *console, const char *line, void *draft,
                              struct text *action, struct text *answer);
    enum reading (*read_key)(struct console *console, int key, void *draft, struct text *action,
                             struct text *answer);
    void (*draw)(const struct console *console, const void *draft);
    /* Draws a frame of a session over the table; NULL: sessions are not shown. */
    void (*draw_frame)(const struct console *console, const void *draft, const struct frame *frame);
    /* The person's input during a session (struct audience in host.h), on a screen and in lines;
     * NULL: the client ignores it. The draft is zeroed when the session begins and belongs to the
     * client until it ends. `hand` is the last accepted sample; if it is changed it is sent.
     *
     * steer_key is called with SCREEN_NO_KEY for each frame that is shown, then once for each key
     * pressed during that frame. While frame->awaits_hand, time stands still until a key changes
     * the hand. READ_NOTHING: not a key of the client; READ_ANSWER, READ_BOX: `answer` is shown;
     * READ_ON: the hand stays as it is, and the rest of the session runs without being shown. */
    enum reading (*steer_key)(const struct console *console, const struct frame *frame, int key,
                              void *draft, struct hand *hand, struct text *answer);
    /* steer_line is called with line == NULL for each frame. READ_NOTHING then lets time go on, as
     * long as the session does not await another hand; any other result prints `answer` and reads a
     * line, during which time stands still. With a line: READ_NOTHING: not understood; READ_ANSWER:
     * `answer` is printed; after both the question is repeated. READ_CHANGED: time goes on;
     * READ_ON: the session runs to its end without another question. */
    enum reading (*steer_line)(const struct console *console, const struct frame *frame,
                               const char *line, void *draft, struct hand *hand,
                               struct text *answer);
    /* The keys that work now, as one line. */
    void (*say_keys)(const struct console *console, const void *draft, struct text *out);
};

/* All clients, one for each game folder of this directory, ending with NULL; generated by the
 * build. */
extern const struct client *const client_list[];

struct console {
    const struct client *client;
    const struct game *game;
    enum language language;
    struct setup setup;
    const struct bot *bots[SEATS_MAX];
    char name[SEATS_MAX][NAME_BYTES_MAX + 1];
    const char *names[SEATS_MAX]; /* for words_say_named */
    int seat;                     /* the person's */
    const struct shelf *shelf;    /* cached recordings for sessions; NULL: none */
    struct host *host;
    struct host_sink sink;
    struct match *match;   /* owned by the host; NULL at a table of a server */
    struct turn turn;      /* whose turn it is */
    struct remote *remote; /* the table of a server; NULL: the match is played here */
    int64_t sent;          /* the number of the request with the person's last action; 0: none */
    int64_t sent_by_hand;  /* the same, without automatic answers */
    /* The question that this request answers, and the last one whose answer the server refused. */
    int64_t sent_ask, refused_ask;
    /* JSON that `events` points into, at a table of a server. */
    struct value *remote_events, *remote_recent;
    const struct value *told_last; /* the list of events that was told last; NULL: none */
    bool is_together;              /* several entries follow that are saved at once, at their end */
    /* The person's view now, and before the last entry. `seen_settled` is set only while the
     * summary of a round is shown: then `seen` is the view before the round was settled, and
     * `seen_settled` the one after it. */
    struct value *seen, *seen_before;
    const struct value *seen_settled;
    bool is_reaction;      /* the question is about a reaction (struct turn) */
    struct score score;    /* of a finished match; else zero */
    struct value *prompt;  /* the question to the person; the null value: none */
    struct value *kit;     /* constant facts of the game */
    void *memory;          /* private to the client; zeroed at the beginning */
    struct events *events; /* of the last entry, or of the one that is being replayed */
    int entry;             /* the number of that entry in the log */
    int last_phrase;       /* the entry, from 1, at which a computer player last spoke; 0: none */
    char **sentences;      /* all sentences, oldest first */
    int sentence_count, sentence_room;
    int note_count;               /* how many of them were added before this match began */
    int opening_end;              /* index of the first one after the opening */
    int unsaid;                   /* index of the first one that the person has not seen yet */
    bool has_news;                /* the person's last action had further consequences */
    bool is_welcomed;             /* the start form has said what the game is about */
    bool is_drawn;                /* on a screen, whose help shows the hash of the seed */
    bool is_telling;              /* reports events: the person's own name is marked */
    bool asks_word;               /* the person wants to add a word to the dice of each match */
    bool awaits_word;             /* and has not been asked for it yet */
    char word[WORD_TEXT_MAX + 1]; /* the word of this match; empty: none */
    struct input input;           /* lines that the person types */
    const char *command;          /* the command to name in hints */
    int hidden_rows;              /* rows at the lower edge of the screen that a box covers */
    struct text seats;            /* the contents of the table file as saved last */
    struct text refusal;          /* why no match could begin; empty: one did */
    bool has_saved_hands;         /* the file of hands is up to date */
    bool has_unsaved;             /* the last save failed, and the person was told */
    bool must_not_save;           /* an unreadable file is in its place */
};

struct console *console_new(const struct play *play, const struct client *client);
void console_close(struct console *console);

/* Adds who plays and, in lines, the hash of the seed; on a screen what the game is about. */
void console_note_opening(struct console *console);
/* Begins a match and adds its opening. */
void console_begin(struct console *console, const struct seed *seed);
/* drive.c: makes a host for the match; NULL: drops host and match. */
void console_host(struct console *console, struct match *match);
/* Assigns the person and the computer players to the host's seats. */
void console_seat(struct console *console);
/* Updates the view of the person's seat; turns the events of the last entry into sentences. */
void console_see(struct console *console);
void console_tell_events(struct console *console);
/* Resets the console after a match; the person's preferences stay. */
void console_clear(struct console *console);
/* Resets the console and begins another match. */
void console_begin_again(struct console *console, const struct seed *seed);
/* Reads the word that the person wanted to add, if it was not asked for yet, in lines of text; the
 * hash of the seed must have been shown. False: the person leaves. */
bool console_ask_word(struct console *console);
bool console_over(const struct console *console);
/* True if the match waits for the person, possibly among others. */
bool console_asks(const struct console *console);
/* True if the match waits for the person, and there is no automatic answer. */
bool console_waits(const struct console *console);
/* True if the match waits for others and the person has an interrupt to play. */
bool console_may(const struct console *console);
/* True if, besides, the person wants to be asked for it. */
bool console_stops(const struct console *console);
/* Sends the client's automatic answer; false: there is none. */
bool console_auto_answer(struct console *console);
/* Lets a computer player that may act, but need not, interrupt; false: none does. Called before any
 * awaited player acts. */
bool console_interrupt(struct console *console);
/* Plays the next entry: chance, a computer player, or a session. A session is shown to `audience`,
 * which steers it if the hand is the person's; NULL: it is not shown. False: the person left during
 * the session, which starts over when the match is resumed. */
bool console_move(struct console *console, const struct audience *audience);
/* True if the next entry is a session. */
bool console_moves(const struct console *console);
/* True if the person steers it. */
bool console_steers(const struct console *console);
/* False if a computer player has the hand of the session and does not steer: there is nothing to
 * watch. */
bool console_has_hand(const struct console *console);
/* Where the open hand meets a falling body, computed from two successive frames; `before` may be
 * NULL. False: it is not falling. */
bool console_reach(const struct console *console, const struct frame *before,
                   const struct frame *now, int body, struct pose *out);
/* Sends the person's action, in notation; false: refused, with the reason. */
bool console_send(struct console *console, const char *action, struct message *why);
/* tell.c: the certain consequences of an action, and the odds, as a JSON list of messages (objects
 * with `key` and `args`), for clients that need the numbers. The caller frees it. An illegal action
 * gives an empty list. */
struct value *console_tell(const struct console *console, const char *action);
struct value *console_odds(const struct console *console);

/* Renders a message in the console's language, with the names of its seats. */
void console_say(const struct console *console, const struct message *message, struct text *out);
void console_say_key(const struct console *console, const char *key, struct text *out);
/* The same with other names. */
void console_say_as(const struct console *console, const char *const *names,
                    const struct message *message, struct text *out);
/* A refusal as a sentence of its own. Catalogues write reasons as they follow a colon; here they
 * get a capital letter and a full stop. */
void console_say_refusal(const struct console *console, const struct message *why,
                         struct text *out);
/* Renders the template of a key with this text for {word}; the text is not looked up as a word. */
void console_say_word(const struct console *console, const char *key, const char *word,
                      struct text *out);
const char *console_word(const struct console *console, const char *key);
/* The catalogue's text for `<game>.<group>.<name>`; the name itself if there is none. */
const char *console_word_of(const struct console *console, const char *group, const char *name);
/* Tenths as a decimal number in the console's language: 23 is "2.3". */
void console_say_tenths(const struct console *console, int64_t tenths, struct text *out);
/* True if the word is among those listed under a key, in this language or in English. */
bool console_means(const struct console *console, const char *key, const char *word);
/* The sentences from this one on, a line each; the last sentence, or "". */
void console_say_sentences(const struct console *console, int first, struct text *out);
const char *console_last_sentence(const struct console *console);
/* Appends a sentence. */
void console_note(struct console *console, const char *sentence);
void console_note_message(struct console *console, const struct message *message);
/* The players and who they are. */
void console_say_seats(const struct console *console, struct text *out);
/* The computer players: a line about each kind. */
void console_say_bots(const struct console *console, struct text *out);

/* Who plays, and the hash that proves the dice were fixed beforehand. */
void console_say_opening(const struct console *console, struct text *out);
/* What the game is about, in two lines, and where to find its rules. */
void console_say_about(const struct console *console, struct text *out);
/* The hash of the seed and the person's word. */
void console_say_fair(const struct console *console, struct text *out);

/* join_console.c: fills the same console from the messages of a server. */
void join_see(struct console *console);
void join_begin(struct console *console);
void join_tell_events(struct console *console);
/* Tells those of the server's recent events that were not told yet. */
void join_tell_recent(struct console *console);
/* A sentence naming those whom the table waits for, except the person; nothing if there is
 * nobody. */
void join_say_awaited(const struct console *console, struct text *out);
/* True if one of them is a person; computer players need no waiting. */
bool join_awaits_person(const struct console *console);
void join_seat(struct console *console);
bool join_send(struct console *console, const char *action);
/* The last action was refused: the question is open again, and is not answered automatically. */
void join_refuse(struct console *console);
/* True if the present question has been answered already. */
bool join_has_answered(const struct console *console);
/* Resets the console for the next match. */
void join_clear(struct console *console);
struct value *join_says(const struct console *console, const char *type, const char *action);
void join_say_fair(const struct console *console, struct text *out);
int64_t join_now(void);

/* save.c: the match on disk */
enum saved {
    SAVED_NONE,
    SAVED_OPEN,    /* console_resume can continue it */
    SAVED_DAMAGED, /* console_keep_damaged moves it out of the way */
    SAVED_OTHER,   /* of another version or game: it is left in place */
    SAVED_UNREAD,  /* console_keep_unread plays without saving */
};
void console_save(struct console *console);
/* Looks for an unfinished match; `why` gets the reason if it cannot be resumed. */
enum saved console_look(struct console *console, struct text *why);
/* Renames a damaged match to an unused name and adds a sentence about it. */
void console_keep_damaged(struct console *console, const struct text *why);
/* Leaves an unreadable file in place and turns saving off. */
void console_keep_unread(struct console *console, const struct text *why);
void console_resume(struct console *console, bool keeps_language);
/* The path that an unfinished match is moved to. */
void console_say_aside(const struct console *console, struct text *out);
/* Moves the unfinished match there, to make room for a new one. */
void console_quit(struct console *console);
/* The last sentence on leaving: where the match is stored, or that it is not. */
void console_say_leave(const struct console *console, struct text *out);
/* The path of the match file; before the match began, where it would be. */
void console_say_file(const struct console *console, struct text *out);
/* After the end: the seed, the file, and how to verify the match. */
void console_say_proof(const struct console *console, struct text *out);
/* Fills an empty console with the sentences of all entries so far. */
void console_retell(struct console *console);

/* plain.c, play.c: the two front ends; both return when the person leaves. screen_play returns
 * false at once if the terminal cannot be drawn on. */
void plain_play(struct console *console, const struct play *play);
bool screen_play(struct console *console, const struct play *play);
/* terminal.c: resumes or begins a match. `ask` decides whether an unfinished match is continued: 1
 * yes, 0 no, -1 leave. If `ask` is NULL it always is, so that all lines from a pipe are moves. */
bool console_open(struct console *console, const struct play *play,
                  int (*ask)(struct console *console, const char *question));

#endif
