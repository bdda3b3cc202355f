/* console.h: what one person plays at: the seats, the match or the server's table that it is
 * played on, and the sentences about what happened.
 *
 * It knows no game. It lets chance and computer players move, one entry at a
 * time, saves after each, puts events into words, and keeps the person's view.
 * What a game looks like and how it is played by hand is its client. */
#ifndef SPELUNKE_TERMINAL_CONSOLE_H
#define SPELUNKE_TERMINAL_CONSOLE_H

#include "host/host.h"
#include "input.h"
#include "terminal.h"
#include "value.h"

struct remote;
struct console;

/* What reading a line or a key came to. */
enum reading {
    READ_NOTHING, /* not meant for the game */
    READ_CHANGED, /* the choice has changed, nothing is sent */
    READ_ANSWER,  /* there is something to say about it */
    READ_BOX,     /* the same, and it is longer than a line */
    READ_ACTION,  /* the action is complete: send it */
    READ_ON,      /* nothing is sent: the person, who only may act, lets the others go on */
};

/* One game at the terminal. A draft is a choice that is not sent yet: zeroed
 * at each new question, and the client's own. What it remembers from question to
 * question, wishes of the person above all, is the console's `memory`. Members that
 * tell what NULL or 0 means may be left out. */
struct client {
    const char *key;
    size_t draft_size, memory_size;
    int pause; /* milliseconds after a move of others that there is something to read about; 0: the
                  usual */
    /* Events that only tell what the person has just done; they need no pause, but
     * what else comes with them does. NULL: after the person's moves there is none. */
    const char *const *echoes;
    /* How many sentences from this one on the screen shows at once; NULL: all. */
    int (*count_sentences)(const struct console *console, int first);
    /* An event in words; false: it says nothing that another does not. */
    bool (*tell)(const struct console *console, const struct message *message, struct text *out);
    /* One sentence: what the person is to do. */
    void (*say_task)(const struct console *console, struct text *out);
    /* The same on a screen while a choice is half made, or where the person is asked
     * in between; it may say nothing: the task. NULL: it never does. */
    void (*say_choosing)(const struct console *console, const void *draft, bool is_between,
                         struct text *out);
    /* Where the match stands, what can be typed, and all else one may ask. NULL for
     * odds or pad: the game has none. */
    void (*say_state)(const struct console *console, struct text *out);
    void (*say_prompt)(const struct console *console, const void *draft, struct text *out);
    void (*say_help)(const struct console *console, struct text *out);
    void (*say_odds)(const struct console *console, const void *draft, struct text *out);
    void (*say_pad)(const struct console *console, struct text *out);
    void (*say_end)(const struct console *console, struct text *out);
    /* As much of the state as is said before each question; NULL: all of it. */
    void (*say_brief)(const struct console *console, struct text *out);
    /* The box behind the key `?`; NULL: the odds. */
    void (*say_guide)(const struct console *console, const void *draft, struct text *out);
    /* Keys of texts; NULL: the house's own. */
    const char *guide_title, *box_title, *common_help, *common_keys;
    /* What the signs of the screen mean; NULL: none needs a word. */
    const char *legend;
    /* After each entry: what the client remembers may change by what the person sees now.
     * NULL: nothing does. */
    void (*see)(struct console *console);
    /* What the client answers in the person's stead; NULL or false: ask. */
    bool (*reflex)(const struct console *console, struct text *action);
    /* The person's wishes as one line of a file, and back: a match that goes on keeps
     * them. A line that is not understood changes nothing. NULL: there are none. */
    void (*print_wishes)(const struct console *console, struct text *out);
    void (*read_wishes)(struct console *console, const char *line);
    /* Whether a person who only may act wishes to be asked now; NULL: never. */
    bool (*stops)(const struct console *console);
    /* The end of a round as lines under its title, if the last entry was one; NULL:
     * there are no rounds. */
    const char *round_title;
    bool (*say_round)(const struct console *console, struct text *out);
    /* How that round ended, in one sentence that fits on a line; it stands in the
     * place of the task while the lines of say_round are shown. NULL: the task. */
    void (*say_outcome)(const struct console *console, struct text *out);
    /* Both write a whole action in notation where they return READ_ACTION. Of the console
     * they change the client's memory alone. */
    enum reading (*read_line)(struct console *console, const char *line, void *draft,
                              struct text *action, struct text *answer);
    enum reading (*read_key)(struct console *console, int key, void *draft, struct text *action,
                             struct text *answer);
    void (*draw)(const struct console *console, const void *draft);
    /* Draws a moment of a session over the table; NULL: nobody sees it. */
    void (*draw_frame)(const struct console *console, const void *draft, const struct frame *frame);
    /* The person's hand in a session (struct audience in host.h), on a screen and in lines of
     * text; NULL: it does nothing. The draft is zeroed as the session begins and is the
     * client's own until it ends. `hand` is the last one that counted; what is changed in it
     * is sent.
     *
     * Each shown frame comes first with SCREEN_NO_KEY, then once for each key that is pressed
     * in its time. While frame->awaits_hand time stands still until a key changes the hand.
     * READ_NOTHING: the key is not the client's; READ_ANSWER, READ_BOX: there is something to
     * say; READ_ON: the hand stays as it is now, and the rest runs unseen to its end. */
    enum reading (*steer_key)(const struct console *console, const struct frame *frame, int key,
                              void *draft, struct hand *hand, struct text *answer);
    /* Each shown frame comes first with NULL for the line; READ_NOTHING: time goes on, for a
     * hand that is on its way, unless the session awaits another one; else `answer` is said and a
     * line is asked for. Time stands still while lines are read. A line: READ_NOTHING: it is not
     * understood; READ_ANSWER: `answer` is said, after both the question once more; READ_CHANGED:
     * time goes on; READ_ON: it runs to the end without another question. */
    enum reading (*steer_line)(const struct console *console, const struct frame *frame,
                               const char *line, void *draft, struct hand *hand,
                               struct text *answer);
    /* The keys that can be pressed now, as one line. */
    void (*say_keys)(const struct console *console, const void *draft, struct text *out);
};

/* Those in the folders of this room, ending with NULL; the build makes the list. */
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
    const struct shelf *shelf;    /* what sessions may find and leave; NULL: none */
    struct host *host;
    struct host_sink sink;
    struct match *match;   /* the host's; NULL at a table of a server */
    struct turn turn;      /* who is awaited */
    struct remote *remote; /* the table of a server; NULL: the match is played here */
    int64_t sent;          /* the request with the person's last action; 0: none */
    int64_t sent_by_hand;  /* the last one that the person chose, and no reflex */
    /* The question that it answers, and the last one whose answer was refused. */
    int64_t sent_ask, refused_ask;
    struct value *remote_events, *remote_recent; /* what backs `events` there */
    const struct value *told_last; /* the last list of events that was told; NULL: none was */
    bool is_together;              /* entries come that are saved together */
    /* The person's view, the one before the last entry and, while the end of a round is
     * shown with `seen` as it was before it, the one after it, with all that was turned up;
     * else NULL. */
    struct value *seen, *seen_before;
    const struct value *seen_settled;
    bool is_reaction;      /* answers to somebody's play are asked (struct turn) */
    struct score score;    /* of a match that is over; else nothing */
    struct value *prompt;  /* what the person is asked; the null value: nothing */
    struct value *kit;     /* the game's constant facts */
    void *memory;          /* the client's, zeroed at the beginning */
    struct events *events; /* of the last entry, or of one that is replayed */
    int entry;             /* its number in the log */
    int last_phrase;       /* the same, from 1, of when a computer player spoke last; 0: none has */
    char **sentences;      /* what happened, oldest first */
    int sentence_count, sentence_room;
    int note_count;   /* of them, those before this match began */
    int opening_end;  /* the first of them after its opening: who plays, what it is about */
    int unsaid;       /* the first of them that is new to the person */
    bool has_news;    /* the person's last action brought more than was chosen */
    bool is_welcomed; /* what the game is about was said before */
    bool is_drawn;    /* on a screen, where the hash is looked up by a key */
    bool is_telling;  /* what is said now is a report: the person's own name is marked */
    bool asks_word;   /* the person wishes to add a word to the dice of each match */
    bool awaits_word; /* and has not been asked yet */
    char word[WORD_TEXT_MAX + 1]; /* the word of this match; empty: none */
    struct input input;           /* lines that the person types */
    const char *command;          /* how the program is called */
    int hidden_rows;              /* of the screen, at its lower end, by a box */
    struct text seats;            /* the file of seats as it was saved last */
    struct text refusal;          /* why no match was begun; empty: one was */
    bool has_saved_hands;         /* the file of hands is as it should be */
    bool has_unsaved;             /* the last saving failed, and the person knows */
    bool must_not_save;           /* a file stands there that could not be read */
};

struct console *console_new(const struct play *play, const struct client *client);
void console_close(struct console *console);

/* Notes who plays, and the hash of the seed or, on a screen, what the game is about. */
void console_note_opening(struct console *console);
/* Begins a match and notes its opening. */
void console_begin(struct console *console, const struct seed *seed);
/* drive.c: takes over a match and lets its host play it; NULL: there is none any more. */
void console_host(struct console *console, struct match *match);
/* Puts the person and the computer players into the host's seats. */
void console_seat(struct console *console);
/* Sees what the person's seat sees now, and tells the events of the last entry. */
void console_see(struct console *console);
void console_tell_events(struct console *console);
/* Forgets a match that was played, but for the person's wishes. */
void console_clear(struct console *console);
/* Begins a match after another one, which is forgotten. */
void console_begin_again(struct console *console, const struct seed *seed);
/* Asks in lines of text for the word that the person wished to add, if it was not
 * asked yet; the hash of the seed has been shown. False: the person leaves. */
bool console_ask_word(struct console *console);
bool console_over(const struct console *console);
/* True if the match waits for the person, and maybe for others too. */
bool console_asks(const struct console *console);
/* True if the person is to be asked, and nothing is answered in the person's stead. */
bool console_waits(const struct console *console);
/* True if the match waits for others, and the person has something to play in
 * between. */
bool console_may(const struct console *console);
/* True if the person also wishes to be asked. */
bool console_stops(const struct console *console);
/* Sends what the client answers in the person's stead; false: the person is to be
 * asked, or others are. */
bool console_reflex(struct console *console);
/* Lets a computer player interrupt that only may act; false: none wants to. Before
 * anybody who is awaited acts. */
bool console_interrupt(struct console *console);
/* Lets the next one move: chance, or a computer player. A session that comes next is
 * shown to `audience`, who also steers it if the hand is the person's; NULL: nobody looks.
 * False: the person left in the middle of the session, which begins again when the match
 * goes on. */
bool console_move(struct console *console, const struct audience *audience);
/* True if a session comes next that can be looked at. */
bool console_moves(const struct console *console);
/* True if the hand in it is the person's. */
bool console_steers(const struct console *console);
/* False if a session is under the hand of a computer player that does not steer: nothing will
 * be seen to happen in it. */
bool console_has_hand(const struct console *console);
/* Where the open hand meets a body that falls, of two frames one after the other; `before` may
 * be NULL. False: it does not fall. */
bool console_reach(const struct console *console, const struct frame *before,
                   const struct frame *now, int body, struct pose *out);
/* Sends the person's action, in notation; false with the reason. */
bool console_send(struct console *console, const char *action, struct message *why);
/* tell.c: what an action is certain to bring, and the person's chances, as JSON: a list of
 * messages, objects with `key` and `args`, for clients that read the numbers in them; the
 * caller frees it. An action that may not be played: none. */
struct value *console_tell(const struct console *console, const char *action);
struct value *console_odds(const struct console *console);

/* Words in the console's language, with its names. */
void console_say(const struct console *console, const struct message *message, struct text *out);
void console_say_key(const struct console *console, const char *key, struct text *out);
/* The same with other names of the seats. */
void console_say_as(const struct console *console, const char *const *names,
                    const struct message *message, struct text *out);
/* Why something was refused, as a sentence of its own: catalogues write reasons as they
 * follow a colon, here they begin with a capital letter and end with a full stop. */
void console_say_refusal(const struct console *console, const struct message *why,
                         struct text *out);
/* Says the key with this text in the place {word}, letter by letter. */
void console_say_word(const struct console *console, const char *key, const char *word,
                      struct text *out);
const char *console_word(const struct console *console, const char *key);
/* The text `<game>.<group>.<name>`, for what a game's kit names; if there is none, the name. */
const char *console_word_of(const struct console *console, const char *group, const char *name);
/* True if the word is among those of a key, in this language or in English. */
bool console_means(const struct console *console, const char *key, const char *word);
/* The sentences from this one on, a line each; the last one, "" if there is none. */
void console_say_sentences(const struct console *console, int first, struct text *out);
const char *console_last_sentence(const struct console *console);
/* Adds a sentence. */
void console_note(struct console *console, const char *sentence);
void console_note_message(struct console *console, const struct message *message);
/* The people at the table, and who they are. */
void console_say_seats(const struct console *console, struct text *out);
/* What the computer players are like, a line for each kind. */
void console_say_bots(const struct console *console, struct text *out);

/* Who plays, and the proof that the dice were fixed before. */
void console_say_opening(const struct console *console, struct text *out);
/* What the game is about, in two lines, and where its rules are. */
void console_say_about(const struct console *console, struct text *out);
/* The hash of the seed, and the person's word. */
void console_say_fair(const struct console *console, struct text *out);

/* join_console.c: the same table filled from what a server tells. */
void join_see(struct console *console);
void join_begin(struct console *console);
void join_tell_events(struct console *console);
/* What the server says happened last, as far as it was not told yet. */
void join_tell_recent(struct console *console);
/* Whom the table waits for, but for the person, as a sentence; nothing: nobody. */
void join_say_awaited(const struct console *console, struct text *out);
/* True if a person is among them: a computer player moves by itself. */
bool join_awaits_person(const struct console *console);
void join_seat(struct console *console);
bool join_send(struct console *console, const char *action);
/* The last action was refused: its question is asked again, and by nobody but the person. */
void join_refuse(struct console *console);
/* True if the present question was answered, so that it is asked no more. */
bool join_has_answered(const struct console *console);
/* Forgets a match, for the next one. */
void join_clear(struct console *console);
struct value *join_says(const struct console *console, const char *type, const char *action);
void join_say_fair(const struct console *console, struct text *out);
int64_t join_now(void);

/* save.c: the match on disk */
enum saved {
    SAVED_NONE,
    SAVED_OPEN,    /* console_resume goes on with it */
    SAVED_DAMAGED, /* console_keep_damaged makes room for a new one */
    SAVED_OTHER,   /* of another version or another game: it stays where it is */
    SAVED_UNREAD,  /* console_keep_unread plays without saving */
};
void console_save(struct console *console);
/* Looks for an unfinished match; `why` tells what is wrong with one that cannot be
 * gone on with. */
enum saved console_look(struct console *console, struct text *why);
/* Gives a damaged match a name that is not taken yet, and notes it. */
void console_keep_damaged(struct console *console, const struct text *why);
/* Leaves what could not be read where it is: nothing is saved over it. */
void console_keep_unread(struct console *console, const struct text *why);
void console_resume(struct console *console, bool keeps_language);
/* Where a match lies that is put aside. */
void console_say_aside(const struct console *console, struct text *out);
/* Puts the unfinished match aside, so that a new one may take its place. */
void console_quit(struct console *console);
/* The last words on leaving: where the match lies, or that it is not saved. */
void console_say_leave(const struct console *console, struct text *out);
/* Where the match lies now; before it began: where an unfinished one would. */
void console_say_file(const struct console *console, struct text *out);
/* What is to be said at the end: the seed, the file, the proof. */
void console_say_proof(const struct console *console, struct text *out);
/* Tells the events of all entries again, into an empty console. */
void console_retell(struct console *console);

/* plain.c, play.c: the two ways to play; both return when the person leaves. A
 * terminal that cannot be drawn on returns false at once. */
void plain_play(struct console *console, const struct play *play);
bool screen_play(struct console *console, const struct play *play);
/* terminal.c: finds the match to begin with. `ask` is asked whether to go on with
 * an unfinished match: 1 yes, 0 no, -1 leave; NULL: it goes on unasked, so that lines
 * from a pipe are moves from the first one on. */
bool console_open(struct console *console, const struct play *play,
                  int (*ask)(struct console *console, const char *question));

#endif
