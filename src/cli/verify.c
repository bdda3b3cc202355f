/* verify.c: `spelunke verify`: recomputes the dice of a match from its log. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <spelunke/log.h>

#include "arguments.h"
#include "disk/disk.h"
#include "disk/hands.h"
#include "words/words.h"

static const char help[] =
    "Usage: spelunke verify [--commitment HASH] [--word SEAT=TEXT]... LOG\n"
    "\n"
    "Reads the log of a match (- for standard input), replays it by the rules and\n"
    "draws every random outcome again from the seed it reveals. Names the first\n"
    "outcome that does not fit, and lists scripted ones. Simulated throws are\n"
    "repeated if the log's `build` line names this build; otherwise the log's\n"
    "evidence is compared with the dice. Sessions under a hand are repeated if\n"
    "LOG.hands has the samples of the hand.\n"
    "\n"
    "  --commitment HASH    the hash that was published before the match\n"
    "  --word SEAT=TEXT     the word that was added by that seat (quote it)\n"
    "\n"
    "Exit code: 0 all fits, 1 something does not, 2 wrong usage, 3 error of the\n"
    "file, 4 nothing contradicts, but some outcomes could not be proved here: they\n"
    "were scripted, steered by a hand, or simulated on another build.\n"
    "The scheme: docs/fair-dice.md\n";

enum { FILE_MAX_BYTES = 64 * 1024 * 1024 };

struct request {
    const char *path;
    const char *commitment;
    struct argument_list word_options;
    const char *words[SEATS_MAX];
};

static int refuse_log(const struct log_fault *fault) {
    struct text reason = {0};
    words_say(words_language_of_environment(), &fault->why, &reason);
    printf(said("refused: line %d: %s\n"), fault->line, text_string(&reason));
    text_free(&reason);
    return EXIT_REFUSED;
}

static bool commitment_fits(const struct match *match, const char *wanted) {
    struct text commitment = {0};
    seed_commitment(match_seed(match), &commitment);
    bool fits = !wanted || strcmp(wanted, text_string(&commitment)) == 0;
    printf(said("commitment   %s%s\n"), text_string(&commitment),
           !wanted ? ""
           : fits  ? said("  (the one that was published)")
                   : said("  (not the one that was published)"));
    text_free(&commitment);
    return fits;
}

static bool words_fit(const struct match *match, const struct request *request) {
    bool fits = true;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (!request->words[seat])
            continue;
        bool is_there = match_has_word(match, seat, request->words[seat]);
        printf(said("word         seat %d %s \"%s\"\n"), seat,
               is_there ? said("added") : said("did not add"), request->words[seat]);
        fits = fits && is_there;
    }
    return fits;
}

static void print_scripted(const struct match *match) {
    struct text action = {0};
    for (int i = 0; i < match_length(match); i++) {
        struct entry entry = match_entry(match, i);
        if (!entry.is_scripted)
            continue;
        text_clear(&action);
        match_game(match)->print_action(entry.action, &action);
        printf(said("scripted     entry %d: %s\n"), i, text_string(&action));
    }
    text_free(&action);
}

static void print_misfit(const struct log_proof *proof) {
    printf(proof->is_false_evidence
               ? said("does not fit: the evidence of entry %d is \"%s\", its dice and outcome give "
                      "\"%s\"\n")
               : said("does not fit: entry %d claims \"%s\", the dice give \"%s\"\n"),
           proof->misfit, text_string(&proof->claimed), text_string(&proof->expected));
}

static void print_elsewhere(const struct log_proof *proof) {
    int without = proof->elsewhere - proof->attested;
    if (proof->attested)
        printf(
            said("elsewhere    %d simulated on another build: what was drawn fits, what came of it "
                 "is taken on trust\n"),
            proof->attested);
    if (without)
        printf(said("elsewhere    %d simulated on another build, cannot be repeated here\n"),
               without);
}

static int print_verdict(const struct log_proof *proof, bool fits) {
    int unproved = log_unproved(proof);
    if (!fits)
        puts(said("refused"));
    else if (unproved)
        printf(said("nothing contradicts, but %d of %d outcomes could not be proved here\n"),
               unproved, unproved + proof->drawn + proof->repeated);
    else
        puts(said("all fits"));
    return !fits ? EXIT_REFUSED : unproved ? EXIT_UNPROVED : EXIT_FINE;
}

static int verify(const struct match *match, const struct request *request) {
    struct log_proof proof;
    printf(said("game         %s, %d seats, %d entries%s\n"), match_game(match)->title,
           match_setup(match)->seats, match_length(match),
           match_over(match) ? "" : said(", not finished"));
    bool fits = commitment_fits(match, request->commitment);
    fits = words_fit(match, request) && fits;
    print_scripted(match);
    bool dice_fit = log_verify(match, &proof);
    if (dice_fit)
        printf(
            said("outcomes     %d drawn again and equal, %d scripted, %d of sessions not drawn\n"),
            proof.drawn, proof.scripted, proof.sessions);
    else
        print_misfit(&proof);
    if (dice_fit && proof.repeated)
        printf(said("hands        %d of sessions repeated under their hand and equal\n"),
               proof.repeated);
    print_elsewhere(&proof);
    if (strlen(match_seed(match)->name) < 2 * KEY_BYTES)
        puts(said(
            "note         the seed is a 64-bit number, which can be guessed: good for tests only"));
    int code = print_verdict(&proof, fits && dice_fit);
    log_proof_free(&proof);
    return code;
}

static bool parse_word(const char *text, struct request *request) {
    int seat = text[0] - '0';
    if (seat < 0 || seat >= SEATS_MAX || text[1] != '=')
        return false;
    request->words[seat] = text + 2;
    return true;
}

static bool is_hash(const char *text) {
    return strlen(text) == 2 * KEY_BYTES && strspn(text, "0123456789abcdef") == 2 * KEY_BYTES;
}

static const struct argument arguments[] = {
    {"--commitment", ARGUMENT_TEXT, offsetof(struct request, commitment), 0, 0},
    {"--word", ARGUMENT_LIST, offsetof(struct request, word_options), 0, 0},
    {0}};

static int parse_values(struct request *request) {
    const struct argument_list *words = &request->word_options;
    if (request->commitment && !is_hash(request->commitment))
        return complain_usage("verify",
                              "--commitment takes 64 hexadecimal digits in small letters, not "
                              "\"%s\"",
                              request->commitment);
    for (int i = 0; i < words->count; i++)
        if (!parse_word(words->items[i], request))
            return complain_usage("verify",
                                  "--word takes SEAT=TEXT, with a seat from 0 to %d, not \"%s\"",
                                  SEATS_MAX - 1, words->items[i]);
    return EXIT_FINE;
}

static int take_arguments(int argc, char **argv, struct request *request) {
    bool takes_options = true;
    for (int i = 1, taken; i < argc; i += taken) {
        bool is_end = takes_options && strcmp(argv[i], "--") == 0;
        bool is_option = takes_options && !is_end && argv[i][0] == '-' && argv[i][1];
        taken = is_option ? argument_take(argv + i, arguments, request, help)
                          : is_end || !request->path;
        if (taken < 0)
            return EXIT_USAGE;
        if (!taken)
            return complain_call(help, "cannot make sense of \"%s\"", argv[i]);
        if (is_end)
            takes_options = false;
        else if (!is_option)
            request->path = argv[i];
    }
    if (!request->path)
        return complain_call(help, "name a log, or - for standard input");
    return parse_values(request);
}

/* EXIT_FINE unless there is an unusable file of hand samples. */
static int read_hands(struct match *match, const char *path) {
    struct log_fault fault;
    enum hands_file found =
        strcmp(path, "-") == 0 ? HANDS_FILE_NONE : hands_file_read(match, path, &fault);
    if (found == HANDS_FILE_TROUBLE)
        return complain(EXIT_TROUBLE, "cannot read %s.hands: %s", path, error_said(errno));
    if (found != HANDS_FILE_WRONG)
        return EXIT_FINE;
    printf(said("hands        %s.hands\n"), path);
    return refuse_log(&fault);
}

int run_verify(int argc, char **argv) {
    struct request request = {0};
    struct log_fault fault;
    struct text log = {0};
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    if (take_arguments(argc, argv, &request) != EXIT_FINE)
        return EXIT_USAGE;
    if (!disk_read(request.path, FILE_MAX_BYTES, &log)) {
        int code = complain(EXIT_TROUBLE, "cannot read %s: %s", request.path, error_said(errno));
        text_free(&log);
        return code;
    }
    struct match *match = log_parse(game_list, text_string(&log), log.length, &fault);
    int code = match ? read_hands(match, request.path) : refuse_log(&fault);
    if (match && code == EXIT_FINE)
        code = verify(match, &request);
    match_free(match);
    text_free(&log);
    return code;
}
