/* pages.c: serves the page and its files from memory, in the best encoding that the client accepts.
 */
#include "tavern_inside.h"

#include <string.h>
#include <strings.h>

enum { CODING_PLAIN, CODING_GZIP, CODING_BR, CODINGS };
static const char *const coding_names[CODINGS] = {NULL, "gzip", "br"};

/* True if the parameters of an encoding refuse it: `;q=0`, `; q=0.0`. */
static bool is_refused(const char *at, size_t length) {
    const char *end = at + length;
    while (at < end && strchr(" \t;", *at))
        at++;
    if (end - at < 3 || (at[0] != 'q' && at[0] != 'Q') || at[1] != '=')
        return false;
    for (at += 2; at < end && *at != ';'; at++)
        if (*at >= '1' && *at <= '9')
            return false;
    return true;
}

/* Whether Accept-Encoding accepts this encoding. */
static bool takes(const char *header, const char *name) {
    size_t length = strlen(name);
    while (header && *header) {
        header += strspn(header, " \t,");
        size_t part = strcspn(header, ",");
        size_t word = strcspn(header, " \t;,");
        if (word == length && strncasecmp(header, name, length) == 0)
            return !is_refused(header + word, part - word);
        header += part;
    }
    return false;
}

static int choose_coding(const struct page_file *file, const char *accepted) {
    for (int coding = CODINGS - 1; coding > CODING_PLAIN; coding--)
        if (file->bytes[coding] &&
            (takes(accepted, coding_names[coding]) || !file->bytes[CODING_PLAIN]))
            return coding;
    return CODING_PLAIN;
}

bool pages_reply(struct tavern *tavern, uint64_t request, const struct call *call,
                 const char *path) {
    const struct page_file *file = tavern->plan.page;
    while (file && file->path && strcmp(file->path, path) != 0)
        file++;
    if (!file || !file->path)
        return false;
    int coding = choose_coding(file, call->accept_encoding);
    struct reply reply = {.status = 200,
                          .type = file->type,
                          .encoding = coding_names[coding],
                          .cache = file->is_immutable ? "public, max-age=31536000, immutable"
                                                      : "no-cache",
                          .body = file->bytes[coding],
                          .size = file->sizes[coding],
                          .is_kept = true};
    tavern->out.reply(tavern->out.context, request, &reply);
    return true;
}
