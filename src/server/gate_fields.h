/* gate_fields.h: fields, for the files of the gate.
 *
 * gate_json.c alone knows jansson and reads fields from JSON, gate_http.c from paths and
 * queries; gate_fields.c checks what both have found. */
#ifndef SPELUNKE_SERVER_GATE_FIELDS_H
#define SPELUNKE_SERVER_GATE_FIELDS_H

#include "gate.h"

/* Fills the fault and returns false. `why` is the key of the reason, `field` its argument
 * and may be NULL. */
bool fault_set(struct fault *fault, enum wire_code code, const char *why, const char *field);

/* A field that is a string, of any kind that is one. */
bool field_take_string(const struct field_row *field, const char *string, size_t length,
                       struct wire *out, struct fault *fault);
bool field_take_number(const struct field_row *field, int64_t number, struct wire *out,
                       struct fault *fault);
/* Copies a name of something; false, and it is "", if it cannot be one. */
bool take_ref(const char *string, size_t length, char *out, size_t room);
/* Bytes of JSON, parsed into the fields that are demanded. */
bool json_take_body(const char *bytes, size_t length, const struct demand *demand, struct wire *out,
                    struct fault *fault);
/* The field's place in the struct. */
void *field_member(const struct field_row *field, struct wire *out);

#endif
