/* device.c: deduplication of requests. For each device: the highest request number, which of the
 * last 64 numbers were executed, and which earlier ones.
 *
 * It is derived from the rows of the journal. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW = 64 };

static struct device *find(const struct devices *devices, const char *name) {
    for (int i = 0; i < devices->count; i++)
        if (strcmp(devices->items[i].name, name) == 0)
            return &devices->items[i];
    return NULL;
}

/* Requests before the window are not executed any more, so the numbers are ascending. */
static bool is_early(const struct device *device, int64_t n) {
    int from = 0, to = device->early_count;
    while (from < to) {
        int middle = from + (to - from) / 2;
        if (device->early[middle] < n)
            from = middle + 1;
        else
            to = middle;
    }
    return from < device->early_count && device->early[from] == n;
}

enum number devices_look(const struct devices *devices, const char *device, int64_t n) {
    const struct device *known = find(devices, device);
    if (!known || n > known->highest)
        return NUMBER_NEW;
    int64_t behind = known->highest - n;
    if (behind >= WINDOW)
        return is_early(known, n) ? NUMBER_AGAIN : NUMBER_STALE;
    return known->window >> behind & 1 ? NUMBER_AGAIN : NUMBER_NEW;
}

static struct device *add(struct devices *devices, const char *name, int64_t n) {
    if (devices->count == devices->room) {
        devices->room = devices->room ? 2 * devices->room : 8;
        devices->items =
            must_realloc(devices->items, (size_t)devices->room * sizeof *devices->items);
    }
    struct device *device = &devices->items[devices->count++];
    *device = (struct device){.highest = n};
    must(strlen(name) < sizeof device->name);
    strcpy(device->name, name);
    return device;
}

static void add_early(struct device *device, int64_t n) {
    if (device->early_count == device->early_room) {
        device->early_room = device->early_room ? 2 * device->early_room : 8;
        device->early =
            must_realloc(device->early, (size_t)device->early_room * sizeof *device->early);
    }
    device->early[device->early_count++] = n;
}

static void raise_to(struct device *device, int64_t highest) {
    int64_t rise = highest - device->highest;
    for (int behind = WINDOW - 1; behind >= 0 && behind + rise >= WINDOW; behind--)
        if (device->window >> behind & 1)
            add_early(device, device->highest - behind);
    device->window = rise < WINDOW ? device->window << rise : 0;
    device->highest = highest;
}

void devices_count(struct devices *devices, const char *name, int64_t n) {
    struct device *device = find(devices, name);
    if (!device)
        device = add(devices, name, n);
    if (n > device->highest)
        raise_to(device, n);
    if (device->highest - n < WINDOW)
        device->window |= (uint64_t)1 << (device->highest - n);
}

void devices_free(struct devices *devices) {
    for (int i = 0; i < devices->count; i++)
        free(devices->items[i].early);
    free(devices->items);
    *devices = (struct devices){0};
}
