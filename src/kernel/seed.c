/* seed.c: derives keys and a commitment from a secret.
 *
 * All hashed input is plain text, so that a distrustful player can do the same with printf,
 * sha256sum and b2sum; docs/fair-dice.md shows how. */
#include <spelunke/rng.h>

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include <spelunke/must.h>

enum { HEX_DIGITS = 2 * KEY_BYTES };

static void hash_put(crypto_hash_sha256_state *hash, const char *text) {
    crypto_hash_sha256_update(hash, (const unsigned char *)text, strlen(text));
}

/* The secret in digits; for most seeds that is their name. */
static const char *secret_digits(const struct seed *seed, char digits[HEX_DIGITS + 1]) {
    if (strlen(seed->name) == HEX_DIGITS)
        return seed->name;
    return sodium_bin2hex(digits, HEX_DIGITS + 1, seed->secret, KEY_BYTES);
}

/* The digits are as secret as the seed itself and are erased from memory. */
static void hash_put_secret(crypto_hash_sha256_state *hash, const struct seed *seed) {
    char digits[HEX_DIGITS + 1];
    hash_put(hash, secret_digits(seed, digits));
    sodium_memzero(digits, sizeof digits);
}

/* Every match begins here, so libsodium is initialised here to select its fastest code. */
static void hash_begin(crypto_hash_sha256_state *hash) {
    must(sodium_init() >= 0);
    crypto_hash_sha256_init(hash);
}

void seed_from_number(struct seed *seed, uint64_t number) {
    crypto_hash_sha256_state hash;
    snprintf(seed->name, sizeof seed->name, "%llu", (unsigned long long)number);
    hash_begin(&hash);
    hash_put(&hash, "spelunke seed 1\n");
    hash_put(&hash, seed->name);
    hash_put(&hash, "\n");
    crypto_hash_sha256_final(&hash, seed->secret);
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
    unsigned char digest[KEY_BYTES];
    crypto_hash_sha256_state hash;
    hash_begin(&hash);
    hash_put_secret(&hash, seed);
    crypto_hash_sha256_final(&hash, digest);
    text_put_hex(out, digest, sizeof digest);
}

static void wide_put(crypto_generichash_state *hash, const char *text) {
    crypto_generichash_update(hash, (const unsigned char *)text, strlen(text));
}

/* With the setup the text is up to four times as long, and every match does this once: SHA-256
 * would take a tenth of a whole random match of Polterfass and a fifth of one of the null game.
 * BLAKE2b takes no longer than the old key did, and b2sum is as widely available as sha256sum. */
static void hash_dice(const struct seed *seed, const char *lines, unsigned char key[KEY_BYTES]) {
    crypto_generichash_state hash;
    char digits[HEX_DIGITS + 1];
    must(sodium_init() >= 0);
    crypto_generichash_init(&hash, NULL, 0, KEY_BYTES);
    wide_put(&hash, "spelunke dice 2\nseed ");
    wide_put(&hash, secret_digits(seed, digits));
    wide_put(&hash, "\n");
    wide_put(&hash, lines);
    crypto_generichash_final(&hash, key, KEY_BYTES);
    sodium_memzero(digits, sizeof digits);
}

void seed_key(const struct seed *seed, const char *lines, enum key_use use,
              unsigned char key[KEY_BYTES]) {
    crypto_hash_sha256_state hash;
    if (use == KEY_DICE) {
        hash_dice(seed, lines, key);
        return;
    }
    hash_begin(&hash);
    hash_put(&hash, use == KEY_BOTS ? "spelunke bots 1\nseed " : "spelunke dice 1\nseed ");
    hash_put_secret(&hash, seed);
    hash_put(&hash, "\n");
    hash_put(&hash, lines);
    crypto_hash_sha256_final(&hash, key);
}
