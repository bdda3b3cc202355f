/* gate_fields.h: validation of single fields, shared by the files of the gate.
 *
 * gate.c reads fields from JSON, gate_http.c from paths and queries; gate_fields.c validates
 * them. */
#ifndef SPELUNKE_SERVER_GATE_FIELDS_H
#define SPELUNKE_SERVER_GATE_FIELDS_H

#include "gate.h"

/* Fills in the fault and returns false. `why` is the message key of the reason, `field` its
 * argument, or NULL. */
bool fault_set(struct fault *fault, enum wire_code code, const char *why, const char *field);

/* Validates a string and stores it; for all kinds of field that are strings. */
bool field_take_string(const struct field_row *field, const char *string, size_t length,
                       struct wire *out, struct fault *fault);
bool field_take_number(const struct field_row *field, int64_t number, struct wire *out,
                       struct fault *fault);
/* Copies a reference by name; false, and `out` is "", if it is not a valid name. */
bool take_ref(const char *string, size_t length, char *out, size_t room);
/* Parses a JSON body into the demanded fields. */
bool json_take_body(const char *bytes, size_t length, const struct demand *demand, struct wire *out,
                    struct fault *fault);
/* The member of the struct that holds the field. */
void *field_member(const struct field_row *field, struct wire *out);

#endif
