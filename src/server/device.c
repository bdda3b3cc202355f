/* device.c: requests that count once: each device's highest number, and which of the 64
 * up to it were carried out.
 *
 * Kept true: the journal has the same; this is read from its rows. */
#include "book.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW = 64 };

static struct device *find(const struct devices *devices, const char *name) {
    for (int i = 0; i < devices->count; i++)
        if (strcmp(devices->items[i].name, name) == 0)
            return &devices->items[i];
    return NULL;
}

enum number devices_look(const struct devices *devices, const char *device, int64_t n) {
    const struct device *known = find(devices, device);
    if (!known || n > known->highest)
        return NUMBER_NEW;
    int64_t behind = known->highest - n;
    if (behind >= WINDOW)
        return NUMBER_STALE;
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

void devices_count(struct devices *devices, const char *name, int64_t n) {
    struct device *device = find(devices, name);
    if (!device)
        device = add(devices, name, n);
    if (n > device->highest) {
        int64_t rise = n - device->highest;
        device->window = rise < WINDOW ? device->window << rise : 0;
        device->highest = n;
    }
    if (device->highest - n < WINDOW)
        device->window |= (uint64_t)1 << (device->highest - n);
}

void devices_free(struct devices *devices) {
    free(devices->items);
    *devices = (struct devices){0};
}
