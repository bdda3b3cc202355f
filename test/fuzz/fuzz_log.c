/* fuzz_log.c: any bytes as a log. A log that is accepted prints as a log that is accepted again.
 * No fuzzer guesses a hash, so the input is tried once as it is and once with a matching last
 * line. */
#include <string.h>

#include <sodium.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_log(const char *log, size_t length) {
    struct log_fault fault;
    struct log_proof proof;
    struct text once = {0}, twice = {0};
    struct match *match = log_parse(game_list, log, length, &fault);
    if (!match) {
        must(fault.line > 0 && fault.why.key);
        return;
    }
    log_print(match, true, &once);
    log_verify(match, &proof);
    match_free(match);
    match = log_parse(game_list, text_string(&once), once.length, &fault);
    must(match);
    log_print(match, true, &twice);
    must(text_equals(&once, &twice));
    match_free(match);
    log_proof_free(&proof);
    text_free(&once);
    text_free(&twice);
}

/* The length of a line without the stamp of an entry. */
static size_t bare_length(const char *line, size_t length) {
    for (size_t i = 0; line[0] >= '0' && line[0] <= '9' && i + 3 <= length; i++)
        if (memcmp(line + i, " # ", 3) == 0)
            return i;
    return length;
}

/* Counts the lines that look like entries, and appends the matching last line. */
static void close_log(const uint8_t *data, size_t size, struct text *out) {
    unsigned char digest[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state hash;
    int entries = 0;
    crypto_hash_sha256_init(&hash);
    for (size_t i = 0; i < size;) {
        const uint8_t *feed = memchr(data + i, '\n', size - i);
        size_t length = feed ? (size_t)(feed - data) - i : size - i;
        entries += data[i] >= '0' && data[i] <= '9';
        crypto_hash_sha256_update(&hash, data + i, bare_length((const char *)data + i, length));
        crypto_hash_sha256_update(&hash, (const unsigned char *)"\n", feed != NULL);
        i += length + (feed != NULL);
    }
    crypto_hash_sha256_final(&hash, digest);
    text_put_bytes(out, (const char *)data, size);
    text_put(out, "end ");
    text_put_number(out, entries);
    text_put_char(out, ' ');
    text_put_hex(out, digest, sizeof digest);
    text_put_char(out, '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct text closed = {0};
    check_log((const char *)data, size);
    close_log(data, size, &closed);
    check_log(text_string(&closed), closed.length);
    text_free(&closed);
    return 0;
}
