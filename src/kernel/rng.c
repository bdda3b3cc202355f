/* rng.c: numbers from a ChaCha20 key stream. */
#include <spelunke/rng.h>

#include <string.h>

#include <sodium.h>

#include <spelunke/must.h>

void rng_open(struct rng *rng, const unsigned char key[KEY_BYTES], uint64_t stream, uint32_t lane) {
    memcpy(rng->key, key, KEY_BYTES);
    rng->stream = stream;
    rng->lane = lane;
    rng->block = 0;
    rng->used = sizeof rng->bytes;
}

static void put_little_endian(unsigned char *bytes, uint64_t number, int count) {
    for (int i = 0; i < count; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
}

static void rng_refill(struct rng *rng) {
    unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    put_little_endian(nonce, rng->stream, 8);
    put_little_endian(nonce + 8, rng->lane, 4);
    memset(rng->bytes, 0, sizeof rng->bytes);
    crypto_stream_chacha20_ietf_xor_ic(rng->bytes, rng->bytes, sizeof rng->bytes, nonce, rng->block,
                                       rng->key);
    rng->block++;
    must(rng->block != 0); /* 256 GiB drawn from one stream can only be an endless loop */
    rng->used = 0;
}

uint32_t rng_next(struct rng *rng) {
    if (rng->used == sizeof rng->bytes)
        rng_refill(rng);
    const unsigned char *b = rng->bytes + rng->used;
    rng->used += 4;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Numbers from the last, incomplete run of n are rejected, because otherwise small results would be
 * slightly more likely. That run is shorter than n, so most numbers are known to be valid without a
 * division. */
static bool is_in_whole_run(uint32_t number, uint32_t n) {
    if (number < UINT32_MAX - n)
        return true;
    uint64_t limit = ((uint64_t)1 << 32) / n * n;
    return number < limit;
}

uint32_t rng_below(struct rng *rng, uint32_t n) {
    must(n > 0);
    uint32_t number;
    do
        number = rng_next(rng);
    while (!is_in_whole_run(number, n));
    return number % n;
}

/* Fisher-Yates shuffle, from the last place down. */
void rng_shuffle(struct rng *rng, uint8_t *items, int count) {
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = rng_below(rng, (uint32_t)i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}
