/* quota.c: rate limits of addresses and people.
 *
 * Entries whose buckets are full again are removed, because a missing bucket counts as full. */
#include "tavern_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

struct quota *quota_of(struct tavern *tavern, const char *address) {
    struct quota *quota = map_find(&tavern->quotas, address, strlen(address));
    if (quota)
        return quota;
    must(strlen(address) <= ADDRESS_MAX);
    quota = must_alloc(sizeof *quota);
    strcpy(quota->address, address);
    map_add(&tavern->quotas, quota->address, strlen(quota->address), quota);
    return quota;
}

struct patron *patron_of(struct tavern *tavern, const char *id) {
    struct patron *patron = map_find(&tavern->patrons, id, strlen(id));
    if (patron)
        return patron;
    must(strlen(id) <= PERSON_ID);
    patron = must_alloc(sizeof *patron);
    strcpy(patron->id, id);
    map_add(&tavern->patrons, patron->id, strlen(patron->id), patron);
    return patron;
}

bool quota_take(const struct tavern *tavern, struct token_bucket *bucket, enum wire_rate rate,
                int64_t now) {
    return tavern->plan.is_test || token_bucket_take(bucket, &wire_rates[rate], now);
}

void quota_refund(const struct tavern *tavern, struct token_bucket *bucket, enum wire_rate rate) {
    int64_t token = wire_rates[rate].window;
    if (!tavern->plan.is_test)
        bucket->used -= token < bucket->used ? token : bucket->used;
}

void quotas_prune(struct tavern *tavern, int64_t now) {
    struct quota *quota;
    struct patron *patron;
    for (size_t at = 0; (quota = map_next(&tavern->quotas, &at));) {
        if (quota->channels ||
            !token_bucket_is_full(&quota->guests, &wire_rates[RATE_GUESTS], now) ||
            !token_bucket_is_full(&quota->guesses, &wire_rates[RATE_GUESSES], now))
            continue;
        map_drop(&tavern->quotas, quota->address, strlen(quota->address));
        free(quota);
        at--;
    }
    for (size_t at = 0; (patron = map_next(&tavern->patrons, &at));) {
        if (patron->channels || !token_bucket_is_full(&patron->chat, &wire_rates[RATE_CHAT], now))
            continue;
        map_drop(&tavern->patrons, patron->id, strlen(patron->id));
        free(patron);
        at--;
    }
}

void quotas_free(struct tavern *tavern) {
    void *value;
    for (size_t at = 0; (value = map_next(&tavern->quotas, &at));)
        free(value);
    for (size_t at = 0; (value = map_next(&tavern->patrons, &at));)
        free(value);
    map_free(&tavern->quotas);
    map_free(&tavern->patrons);
}
