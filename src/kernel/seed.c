/* seed.c: from a secret to keys and a commitment.
 *
 * Everything hashed here is plain text, so that a distrustful player can do
 * the same with printf and sha256sum; docs/fair-dice.md shows how. */
#include <spelunke/rng.h>

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include <spelunke/must.h>

enum { HEX_DIGITS = 2 * KEY_BYTES };

/* Every match begins here, so here libsodium picks its fastest code. */
static void hash_text(const struct text *text, unsigned char hash[KEY_BYTES]) {
    must(sodium_init() >= 0);
    crypto_hash_sha256(hash, (const unsigned char *)text_string(text), text->length);
}

void seed_from_number(struct seed *seed, uint64_t number) {
    struct text text = {0};
    snprintf(seed->name, sizeof seed->name, "%llu", (unsigned long long)number);
    text_put(&text, "spelunke seed 1\n");
    text_put(&text, seed->name);
    text_put_char(&text, '\n');
    hash_text(&text, seed->secret);
    text_free(&text);
}

void seed_from_secret(struct seed *seed, const unsigned char secret[KEY_BYTES]) {
    memcpy(seed->secret, secret, KEY_BYTES);
    sodium_bin2hex(seed->name, sizeof seed->name, secret, KEY_BYTES);
}

static bool seed_parse_hex(struct seed *seed, const char *name) {
    unsigned char secret[KEY_BYTES];
    size_t length;
    if (strspn(name, "0123456789abcdef") != HEX_DIGITS ||
        sodium_hex2bin(secret, KEY_BYTES, name, HEX_DIGITS, NULL, &length, NULL) != 0)
        return false;
    seed_from_secret(seed, secret);
    return true;
}

static bool seed_parse_number(struct seed *seed, const char *name) {
    uint64_t number = 0;
    size_t digits = strspn(name, "0123456789");
    if (digits == 0 || name[digits] || (name[0] == '0' && digits > 1))
        return false;
    for (const char *c = name; *c; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    seed_from_number(seed, number);
    return true;
}

bool seed_parse(struct seed *seed, const char *name) {
    return strlen(name) == HEX_DIGITS ? seed_parse_hex(seed, name) : seed_parse_number(seed, name);
}

void seed_commitment(const struct seed *seed, struct text *out) {
    unsigned char hash[KEY_BYTES];
    struct text text = {0};
    text_put_hex(&text, seed->secret, KEY_BYTES);
    hash_text(&text, hash);
    text_put_hex(out, hash, sizeof hash);
    sodium_memzero(text.data, text.length);
    text_free(&text);
}

void seed_key(const struct seed *seed, const char *words, enum key_use use,
              unsigned char key[KEY_BYTES]) {
    struct text text = {0};
    text_put(&text, use == KEY_DICE ? "spelunke dice 1\n" : "spelunke bots 1\n");
    text_put(&text, "seed ");
    text_put_hex(&text, seed->secret, KEY_BYTES);
    text_put_char(&text, '\n');
    text_put(&text, words);
    hash_text(&text, key);
    sodium_memzero(text.data, text.length);
    text_free(&text);
}
