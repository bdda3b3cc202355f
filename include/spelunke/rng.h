/* rng.h: the fair dice.
 *
 * A generator is a ChaCha20 key stream: the key belongs to the match, the stream to one entry of
 * its log, the lane to the drawer. So earlier draws, or outcomes that were scripted instead of
 * drawn, never shift later ones. docs/fair-dice.md explains the whole scheme so that nobody needs
 * to trust the program. */
#ifndef SPELUNKE_RNG_H
#define SPELUNKE_RNG_H

#include <stdbool.h>
#include <stdint.h>

#include <spelunke/text.h>

enum { KEY_BYTES = 32, SEED_TEXT_MAX = 65, LANE_CHANCE = 0 };

struct rng {
    unsigned char key[KEY_BYTES];
    uint64_t stream;
    uint32_t lane;
    uint32_t block; /* number of the next block of the key stream */
    uint32_t used;  /* bytes of `bytes` already used */
    unsigned char bytes[64];
};

void rng_open(struct rng *rng, const unsigned char key[KEY_BYTES], uint64_t stream, uint32_t lane);
uint32_t rng_next(struct rng *rng);
/* A uniformly distributed number from 0 to n-1; n is at least 1. */
uint32_t rng_below(struct rng *rng, uint32_t n);
/* Shuffles the items; all permutations are equally likely. */
void rng_shuffle(struct rng *rng, uint8_t *items, int count);

/* The secret from which all chances of a match are derived. `name` is its spelling in a log: a
 * 64-bit number in decimal digits, or 64 hexadecimal digits. */
struct seed {
    unsigned char secret[KEY_BYTES];
    char name[SEED_TEXT_MAX];
};

void seed_from_number(struct seed *seed, uint64_t number);
void seed_from_secret(struct seed *seed, const unsigned char secret[KEY_BYTES]);
/* Parses either spelling; false if it is neither. */
bool seed_parse(struct seed *seed, const char *name);
/* The hash that is published before the match begins: 64 hexadecimal digits. */
void seed_commitment(const struct seed *seed, struct text *out);

/* KEY_DICE_1: the dice of matches whose log has version 1. */
enum key_use { KEY_DICE, KEY_DICE_1, KEY_BOTS };
/* Derives the key for one use from the seed and lines of the log: for the dice the setup's lines
 * and then the seats' words, for the other two the words alone. */
void seed_key(const struct seed *seed, const char *lines, enum key_use use,
              unsigned char key[KEY_BYTES]);

#endif
