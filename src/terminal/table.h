/* table.h: a table with its seats, its match and the sentences about what happened.
 *
 * It knows no game. It lets chance and computer players move, one entry at a
 * time, saves after each, puts events into words, and keeps the person's view.
 * What a game looks like and how it is played by hand is its client. */
#ifndef SPELUNKE_TERMINAL_TABLE_H
#define SPELUNKE_TERMINAL_TABLE_H

#include "host/host.h"
#include "input.h"
#include "terminal.h"
#include "value.h"

struct remote;
struct table;

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
 * question, wishes of the person above all, is the table's `memory`. Members that
 * tell what NULL or 0 means may be left out. */
struct client {
    const char *key;
    const char *const *settings;
    size_t draft_size, memory_size;
    int pause; /* milliseconds after a move of others that there is something to read about; 0: the
                  usual */
    /* Events that only tell what the person has just done; they need no pause, but
     * what else comes with them does. NULL: after the person's moves there is none. */
    const char *const *echoes;
    /* How many sentences from this one on the screen shows at once; NULL: all. */
    int (*count_sentences)(const struct table *table, int first);
    /* An event in words; false: it says nothing that another does not. */
    bool (*tell)(const struct table *table, const struct message *message, struct text *out);
    /* One sentence: what the person is to do. */
    void (*say_task)(const struct table *table, struct text *out);
    /* The same on a screen while a choice is half made, or where the person is asked
     * in between; it may say nothing: the task. NULL: it never does. */
    void (*say_choosing)(const struct table *table, const void *draft, bool is_between,
                         struct text *out);
    /* Where the match stands, what can be typed, and all else one may ask. NULL for
     * odds or pad: the game has none. */
    void (*say_state)(const struct table *table, struct text *out);
    void (*say_prompt)(const struct table *table, const void *draft, struct text *out);
    void (*say_help)(const struct table *table, struct text *out);
    void (*say_odds)(const struct table *table, const void *draft, struct text *out);
    void (*say_pad)(const struct table *table, struct text *out);
    void (*say_end)(const struct table *table, struct text *out);
    /* As much of the state as is said before each question; NULL: all of it. */
    void (*say_brief)(const struct table *table, struct text *out);
    /* The box behind the key `?`; NULL: the odds. */
    void (*say_guide)(const struct table *table, const void *draft, struct text *out);
    /* Keys of texts; NULL: the house's own. */
    const char *guide_title, *box_title, *common_help, *common_keys;
    /* What the signs of the screen mean; NULL: none needs a word. */
    const char *legend;
    /* After each entry: what the client remembers may change by what the person sees now.
     * NULL: nothing does. */
    void (*see)(struct table *table);
    /* What the client answers in the person's stead; NULL or false: ask. */
    bool (*reflex)(const struct table *table, struct text *action);
    /* The person's wishes as one line of a file, and back: a match that goes on keeps
     * them. A line that is not understood changes nothing. NULL: there are none. */
    void (*print_wishes)(const struct table *table, struct text *out);
    void (*read_wishes)(struct table *table, const char *line);
    /* Whether a person who only may act wishes to be asked now; NULL: never. */
    bool (*stops)(const struct table *table);
    /* The end of a round as lines under its title, if the last entry was one; NULL:
     * there are no rounds. */
    const char *round_title;
    bool (*say_round)(const struct table *table, struct text *out);
    /* How that round ended, in one sentence that fits on a line; it stands in the
     * place of the task while the lines of say_round are shown. NULL: the task. */
    void (*say_outcome)(const struct table *table, struct text *out);
    /* Both write a whole action in notation where they return READ_ACTION. Of the table they
     * change the client's memory alone. */
    enum reading (*read_line)(struct table *table, const char *line, void *draft,
                              struct text *action, struct text *answer);
    enum reading (*read_key)(struct table *table, int key, void *draft, struct text *action,
                             struct text *answer);
    void (*draw)(const struct table *table, const void *draft);
    /* Draws a moment of a session over the table; NULL: nobody sees it. */
    void (*draw_frame)(const struct table *table, const void *draft, const struct frame *frame);
    /* The person's hand in a session (struct audience in host.h), on a screen and in lines of
     * text; NULL: it does nothing. The draft is zeroed as the session begins and is the
     * client's own until it ends. `hand` is the last one that counted; what is changed in it
     * is sent.
     *
     * Each shown frame comes first with SCREEN_NO_KEY, then once for each key that is pressed
     * in its time. While frame->awaits_hand time stands still until a key changes the hand.
     * READ_NOTHING: the key is not the client's; READ_ANSWER, READ_BOX: there is something to
     * say; READ_ON: the hand stays as it is now, and the rest runs unseen to its end. */
    enum reading (*steer_key)(const struct table *table, const struct frame *frame, int key,
                              void *draft, struct hand *hand, struct text *answer);
    /* Each shown frame comes first with NULL for the line; READ_NOTHING: time goes on, for a
     * hand that is on its way, unless the session awaits another one; else `answer` is said and a
     * line is asked for. Time stands still while lines are read. A line: READ_NOTHING: it is not
     * understood; READ_ANSWER: `answer` is said, after both the question once more; READ_CHANGED:
     * time goes on; READ_ON: it runs to the end without another question. */
    enum reading (*steer_line)(const struct table *table, const struct frame *frame,
                               const char *line, void *draft, struct hand *hand,
                               struct text *answer);
    /* The keys that can be pressed now, as one line. */
    void (*say_keys)(const struct table *table, const void *draft, struct text *out);
};

/* Those in the folders of this room, ending with NULL; the build makes the list. */
extern const struct client *const client_list[];

struct table {
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
    /* The question that it answers, and the last one whose answer was refused. */
    int64_t sent_ask, refused_ask;
    struct value *remote_events; /* what backs `events` there */
    bool is_together;            /* entries come that are saved together */
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
    int unsaid;       /* the first of them that is new to the person */
    bool has_news;    /* the person's last action brought more than was chosen */
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

struct table *table_new(const struct play *play, const struct client *client);
void table_close(struct table *table);

/* Begins a match and notes the hash of its seed. */
void table_begin(struct table *table, const struct seed *seed);
/* drive.c: takes over a match and lets its host play it; NULL: there is none any more. */
void table_host(struct table *table, struct match *match);
/* Puts the person and the computer players into the host's seats. */
void table_seat(struct table *table);
/* Sees what the person's seat sees now, and tells the events of the last entry. */
void table_see(struct table *table);
void table_tell_events(struct table *table);
/* Forgets a match that was played, but for the person's wishes. */
void table_clear(struct table *table);
/* Begins a match after another one, which is forgotten. */
void table_begin_again(struct table *table, const struct seed *seed);
/* Asks in lines of text for the word that the person wished to add, if it was not
 * asked yet; the hash of the seed has been shown. False: the person leaves. */
bool table_ask_word(struct table *table);
bool table_over(const struct table *table);
/* True if the match waits for the person, and maybe for others too. */
bool table_asks(const struct table *table);
/* True if the person is to be asked, and nothing is answered in the person's stead. */
bool table_waits(const struct table *table);
/* True if the match waits for others, and the person has something to play in
 * between. */
bool table_may(const struct table *table);
/* True if the person also wishes to be asked. */
bool table_stops(const struct table *table);
/* Sends what the client answers in the person's stead; false: the person is to be
 * asked, or others are. */
bool table_reflex(struct table *table);
/* Lets a computer player interrupt that only may act; false: none wants to. Before
 * anybody who is awaited acts. */
bool table_interrupt(struct table *table);
/* Lets the next one move: chance, or a computer player. A session that comes next is
 * shown to `audience`, who also steers it if the hand is the person's; NULL: nobody looks.
 * False: the person left in the middle of the session, which begins again when the match
 * goes on. */
bool table_move(struct table *table, const struct audience *audience);
/* True if a session comes next that can be looked at. */
bool table_moves(const struct table *table);
/* True if the hand in it is the person's. */
bool table_steers(const struct table *table);
/* False if a session is under the hand of a computer player that does not steer: nothing will
 * be seen to happen in it. */
bool table_has_hand(const struct table *table);
/* Where the open hand meets a body that falls, of two frames one after the other; `before` may
 * be NULL. False: it does not fall. */
bool table_reach(const struct table *table, const struct frame *before, const struct frame *now,
                 int body, struct pose *out);
/* Sends the person's action, in notation; false with the reason. */
bool table_send(struct table *table, const char *action, struct message *why);
/* tell.c: what an action is certain to bring, and the person's chances, as JSON: a list of
 * messages, objects with `key` and `args`, for clients that read the numbers in them; the
 * caller frees it. An action that may not be played: none. */
struct value *table_tell(const struct table *table, const char *action);
struct value *table_odds(const struct table *table);

/* Words in the table's language, with its names. */
void table_say(const struct table *table, const struct message *message, struct text *out);
void table_say_key(const struct table *table, const char *key, struct text *out);
/* The same with other names of the seats. */
void table_say_as(const struct table *table, const char *const *names,
                  const struct message *message, struct text *out);
/* Why something was refused, as a sentence of its own: catalogues write reasons as they
 * follow a colon, here they begin with a capital letter and end with a full stop. */
void table_say_refusal(const struct table *table, const struct message *why, struct text *out);
/* Says the key with this text in the place {word}, letter by letter. */
void table_say_word(const struct table *table, const char *key, const char *word, struct text *out);
const char *table_word(const struct table *table, const char *key);
/* True if the word is among those of a key, in this language or in English. */
bool table_means(const struct table *table, const char *key, const char *word);
/* The sentences from this one on, a line each; the last one, "" if there is none. */
void table_say_sentences(const struct table *table, int first, struct text *out);
const char *table_last_sentence(const struct table *table);
/* Adds a sentence. */
void table_note(struct table *table, const char *sentence);
void table_note_message(struct table *table, const struct message *message);
/* The people at the table, and who they are. */
void table_say_seats(const struct table *table, struct text *out);
/* What the computer players are like, a line for each kind. */
void table_say_bots(const struct table *table, struct text *out);

/* Who plays, and the proof that the dice were fixed before. */
void table_say_opening(const struct table *table, struct text *out);
/* What the game is about, in two lines, and where its rules are. */
void table_say_about(const struct table *table, struct text *out);
/* The hash of the seed, and the person's word. */
void table_say_fair(const struct table *table, struct text *out);

/* join_table.c: the same table filled from what a server tells. */
void join_see(struct table *table);
void join_begin(struct table *table);
void join_tell_events(struct table *table);
void join_seat(struct table *table);
bool join_send(struct table *table, const char *action);
/* The last action was refused: its question is asked again, and by nobody but the person. */
void join_refuse(struct table *table);
/* True if the present question was answered, so that it is asked no more. */
bool join_has_answered(const struct table *table);
/* Forgets a match, for the next one. */
void join_clear(struct table *table);
struct value *join_says(const struct table *table, const char *type, const char *action);
void join_say_fair(const struct table *table, struct text *out);
int64_t join_now(void);

/* save.c: the match on disk */
enum saved {
    SAVED_NONE,
    SAVED_OPEN,    /* table_resume goes on with it */
    SAVED_DAMAGED, /* table_keep_damaged makes room for a new one */
    SAVED_OTHER,   /* of another version or another game: it stays where it is */
    SAVED_UNREAD,  /* table_keep_unread plays without saving */
};
void table_save(struct table *table);
/* Looks for an unfinished match; `why` tells what is wrong with one that cannot be
 * gone on with. */
enum saved table_look(struct table *table, struct text *why);
/* Gives a damaged match a name that is not taken yet, and notes it. */
void table_keep_damaged(struct table *table, const struct text *why);
/* Leaves what could not be read where it is: nothing is saved over it. */
void table_keep_unread(struct table *table, const struct text *why);
void table_resume(struct table *table, bool keeps_language);
/* Where a match lies that is put aside. */
void table_say_aside(const struct table *table, struct text *out);
/* Puts the unfinished match aside, so that a new one may take its place. */
void table_quit(struct table *table);
/* The last words on leaving: where the match lies, or that it is not saved. */
void table_say_leave(const struct table *table, struct text *out);
/* Where the match lies now; before it began: where an unfinished one would. */
void table_say_file(const struct table *table, struct text *out);
/* What is to be said at the end: the seed, the file, the proof. */
void table_say_proof(const struct table *table, struct text *out);
/* Tells the events of all entries again, into an empty table. */
void table_retell(struct table *table);

/* plain.c, play.c: the two ways to play; both return when the person leaves. A
 * terminal that cannot be drawn on returns false at once. */
void plain_play(struct table *table, const struct play *play);
bool screen_play(struct table *table, const struct play *play);
/* terminal.c: finds the match to begin with. `ask` is asked whether to go on with
 * an unfinished match: 1 yes, 0 no, -1 leave; NULL: it goes on unasked, so that lines
 * from a pipe are moves from the first one on. */
bool table_open(struct table *table, const struct play *play,
                int (*ask)(struct table *table, const char *question));

#endif
