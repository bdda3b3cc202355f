/* secret.c: tokens, handover codes, passphrases: all cryptography.
 *
 * A token is `person_random_mac`. The MAC is made with our key, so that forged tokens are refused
 * without asking the store. The store keeps only keyed hashes of tokens and codes: with its file
 * alone nobody can log in, nor find the short codes by brute force.
 *
 * Passphrases are hashed with argon2id in a worker, and verified in the same time whether the
 * account exists or not. */
#include "tavern_inside.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include <spelunke/must.h>

enum {
    RANDOM_BYTES = 16,
    MAC_BYTES = 16,
    RANDOM_CHARS = 22,
    SIGNED_CHARS = PERSON_ID + 1 + RANDOM_CHARS,
    TOKEN_CHARS = SIGNED_CHARS + 1 + RANDOM_CHARS,
};

void secret_init(void) {
    must(sodium_init() >= 0);
}

static void hash_under_key(const struct tavern *tavern, const char *what, const char *text,
                           size_t length, unsigned char *out, size_t size) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, tavern->plan.key, sizeof tavern->plan.key, size);
    crypto_generichash_update(&state, (const unsigned char *)what, strlen(what) + 1);
    crypto_generichash_update(&state, (const unsigned char *)text, length);
    crypto_generichash_final(&state, out, size);
}

static void put_base64(const unsigned char *bytes, size_t size, char out[RANDOM_CHARS + 1]) {
    must(size == RANDOM_BYTES);
    sodium_bin2base64(out, RANDOM_CHARS + 1, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void sign(const struct tavern *tavern, const char *token, char out[RANDOM_CHARS + 1]) {
    unsigned char mac[MAC_BYTES];
    hash_under_key(tavern, "token", token, SIGNED_CHARS, mac, sizeof mac);
    put_base64(mac, sizeof mac, out);
}

void secret_draw(struct tavern *tavern, const char *person, char token[TOKEN_MAX + 1],
                 unsigned char hash[STORE_TOKEN_BYTES]) {
    unsigned char random[RANDOM_BYTES];
    _Static_assert((int)TOKEN_CHARS <= (int)TOKEN_MAX, "a token passes the gate");
    must(strlen(person) == PERSON_ID);
    tavern->plan.random(tavern->plan.context, random, sizeof random);
    memcpy(token, person, PERSON_ID);
    token[PERSON_ID] = '_';
    put_base64(random, sizeof random, token + PERSON_ID + 1);
    token[SIGNED_CHARS] = '_';
    sign(tavern, token, token + SIGNED_CHARS + 1);
    hash_under_key(tavern, "login", token, TOKEN_CHARS, hash, STORE_TOKEN_BYTES);
}

bool secret_check(const struct tavern *tavern, const char *token, char person[PERSON_ID + 1],
                  unsigned char hash[STORE_TOKEN_BYTES]) {
    char mac[RANDOM_CHARS + 1];
    person[0] = '\0';
    if (strlen(token) != TOKEN_CHARS || token[PERSON_ID] != '_' || token[SIGNED_CHARS] != '_')
        return false;
    sign(tavern, token, mac);
    if (sodium_memcmp(mac, token + SIGNED_CHARS + 1, RANDOM_CHARS) != 0)
        return false;
    memcpy(person, token, PERSON_ID);
    person[PERSON_ID] = '\0';
    hash_under_key(tavern, "login", token, TOKEN_CHARS, hash, STORE_TOKEN_BYTES);
    return true;
}

void secret_hash_code(const struct tavern *tavern, const char *code,
                      unsigned char hash[STORE_TOKEN_BYTES]) {
    hash_under_key(tavern, "handover", code, strlen(code), hash, STORE_TOKEN_BYTES);
}

/* Compares hashes of the strings, which takes constant time. */
bool secret_equals(const char *a, const char *b) {
    unsigned char left[32], right[32];
    crypto_generichash(left, sizeof left, (const unsigned char *)a, strlen(a), NULL, 0);
    crypto_generichash(right, sizeof right, (const unsigned char *)b, strlen(b), NULL, 0);
    return sodium_memcmp(left, right, sizeof left) == 0;
}

/* Passphrases. */

struct passphrase_job {
    struct job job;
    struct tavern *tavern;
    struct exchange *exchange;
    bool is_new, is_right, is_known;
    char passphrase[sizeof((struct wire *)0)->passphrase];
    char hash[crypto_pwhash_STRBYTES];
    void (*then)(struct exchange *exchange, bool is_right, int64_t now);
};

/* The hash of discarded random bytes, which no passphrase matches. */
static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$kSqlJlhGy"
                             "szg/Oe9ra3ddA$RwwW46PS+dpMO7ZXfgBQy4itPMXCBa590TGlh8Z3xJU";

static void run(struct job *job) {
    struct passphrase_job *self = (struct passphrase_job *)job;
    if (self->is_new)
        self->is_right = crypto_pwhash_str(self->hash, self->passphrase, strlen(self->passphrase),
                                           crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                           crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    else
        self->is_right =
            crypto_pwhash_str_verify(self->hash, self->passphrase, strlen(self->passphrase)) == 0 &&
            self->is_known;
    sodium_memzero(self->passphrase, sizeof self->passphrase);
}

static void done(struct job *job, int64_t now) {
    struct passphrase_job *self = (struct passphrase_job *)job;
    struct exchange *exchange = self->exchange;
    bool is_right = self->is_right;
    void (*then)(struct exchange *, bool, int64_t) = self->then;
    self->tavern->jobs--;
    if (self->is_new)
        memcpy(exchange->passphrase, self->hash, sizeof self->hash);
    exchange->job = NULL;
    free(self);
    then(exchange, is_right, now);
}

bool secret_begin(struct exchange *exchange, bool is_new, const char *hash,
                  void (*then)(struct exchange *exchange, bool is_right, int64_t now)) {
    struct tavern *tavern = exchange->tavern;
    _Static_assert(crypto_pwhash_STRBYTES <= PASSPHRASE_HASH_MAX, "a hash has room");
    if (tavern->jobs >= JOBS_SLOW_MAX + LIMIT_PASSPHRASES_WAITING)
        return false;
    struct passphrase_job *self = must_alloc(sizeof *self);
    self->job.run = run;
    self->job.done = done;
    self->tavern = tavern;
    self->exchange = exchange;
    self->is_new = is_new;
    self->is_known = hash != NULL;
    self->then = then;
    strcpy(self->passphrase, exchange->wire.passphrase);
    sodium_memzero(exchange->wire.passphrase, sizeof exchange->wire.passphrase);
    if (!is_new)
        strcpy(self->hash, hash ? hash : nobody);
    exchange->job = self;
    tavern->jobs++;
    workers_add(tavern->plan.workers, &self->job, URGENCY_SLOW);
    return true;
}

void secret_free(struct passphrase_job *job) {
    free(job);
}
