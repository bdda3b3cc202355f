/* gate_checks.h: invariants of all messages that were accepted or refused. */
#ifndef SPELUNKE_FUZZ_GATE_CHECKS_H
#define SPELUNKE_FUZZ_GATE_CHECKS_H

#include <string.h>

#include <jansson.h>

#include <spelunke/must.h>

#include "server/gate.h"

static inline void check_error(const struct text *out) {
    json_t *json = json_loadb(out->data, out->length, JSON_REJECT_DUPLICATES, NULL);
    must(json_is_object(json) && json_is_string(json_object_get(json, "reason")));
    json_decref(json);
}

/* A fault has a message, in both forms. */
static inline void check_fault(const struct fault *fault) {
    struct text out = {0};
    must(fault->code > CODE_NONE && fault->code < CODES && fault->status >= 400);
    fault_put_message(fault, &out);
    check_error(&out);
    text_clear(&out);
    fault_put_body(fault, &out);
    check_error(&out);
    text_free(&out);
}

static inline void check_string(const struct field_row *field, const char *string) {
    char again[sizeof(struct wire)];
    must(strlen(string) < field->size && text_is_utf8(string));
    if (field->kind == KIND_NAME)
        must(name_parse(string, strlen(string), again) && strcmp(string, again) == 0);
    if (field->kind == KIND_CODE && *string)
        must(code_parse(string, strlen(string), again) && strcmp(string, again) == 0);
    if (field->kind == KIND_TEXT)
        must(text_is_plain(string));
}

/* Everything is within its limits, and normalising it again changes nothing. */
static inline void check_wire(const struct wire *wire, const struct demand *demand) {
    must(!(demand->needs & ~wire->has));
    must(!(wire->has & demand->either[0] && wire->has & demand->either[1]));
    for (int i = 0; i < FIELDS; i++) {
        const struct field_row *field = &wire_fields[i];
        const void *place = (const char *)wire + field->offset;
        if (!wire_has(wire, (enum wire_field)i))
            continue;
        if (field->kind == KIND_NUMBER)
            must(*(const int64_t *)place >= field->min && *(const int64_t *)place <= field->max);
        else if (field->kind >= KIND_ID && field->kind <= KIND_CODE)
            check_string(field, place);
        else if (field->kind == KIND_CHOICE || field->kind == KIND_SETTING)
            must(field->of[*(const int *)place]);
    }
    must(wire->keys.count >= 0 && wire->keys.count <= WIRE_KEYS_MAX);
    must(wire->options.count >= 0 && wire->options.count <= OPTIONS_MAX);
    must(wire->reaction.from <= wire->reaction.to && wire->pause.from <= wire->pause.to);
}

#endif
