#!/usr/bin/env python3
"""Generates code and documentation of the wire protocol from proto/messages.json.

    proto.py header IN.json OUT.h        enums, limits and the struct that the gate fills
    proto.py table IN.json OUT.c         the tables that drive the gate
    proto.py types IN.json OUT.ts        types for the browser
    proto.py docs IN.json PROTOCOL.md    updates the tables of the document, between its marks
    proto.py check IN.json PROTOCOL.md TYPES.ts    checks that both are up to date (TAP)

A field has one kind wherever it is used, so one flat struct holds the fields of any message, body, path or
query; its bits `has` say which ones are present. In lists of fields `?` marks an optional one; `either` are
two groups of which exactly one must be present and complete.
"""
import json
import pathlib
import re
import sys

# Kind: declaration in C, type in TypeScript, description. {max} and {name} are those of the field.
KINDS = {
    "number": ("int64_t {name};", "number", "whole number"),
    "count": ("int {name};", "number", "whole number"),
    "flag": ("bool {name};", "boolean", "true or false"),
    "id": ("char {name}[{max} + 1];", "string", "{min}-{max} of `A-Za-z0-9_-`"),
    "ref": ("char {name}[{max} + 1];", "string", "string"),
    "key_or_null": ("char {name}[{max} + 1];", "string | null", "string or null"),
    "text": ("char {name}[{max} + 1];", "string", "{min}-{max} bytes of plain text"),
    "chat": ("char {name}[4 * {max} + 1];", "string", "1-{max} characters"),
    "secret": ("char {name}[{max} + 1];", "string", "1-{max} bytes after NFC"),
    "name": ("char {name}[NAME_BYTES_MAX + 1];", "string", "1-24 graphemes"),
    "code": ("char {name}[CODE_LENGTH + 1];", "string", "a code"),
    "choice": ("int {name};", None, None),
    "setting": ("int {name};", None, None),
    "keys": ("struct wire_keys {name};", "string[]", "list of at most {max} strings"),
    "settings": (None, "Partial<Settings>", "object"),
    "options": ("struct wire_options {name};", "Record<string, string | number | boolean>", "object"),
    "bots": ("struct wire_bots {name};", "Record<string, string>", "object"),
    "clock": ("struct wire_clock {name};", "null | {{ decide: number; reserve: number }}",
              "object, times up to {max}, or null"),
    "span": ("struct wire_span {name};", "[number, number]", "two whole numbers, 0-{max}, rising"),
    "watching": ("struct wire_watching {name};", "{{ allowed: boolean; delay: number }}", "object"),
    "viewer": ("int {name};", "number | 'watcher' | 'all'", "a seat, `watcher` or `all`"),
}
BEGIN, END = "<!-- tools/proto.py makes this: {} -->", "<!-- to here -->"


def fill(pattern, name, field):
    return pattern.format(name=name, min=field.get("min", 0), max=field.get("max", 0))


def c_name(text):
    return text.upper()


def enum(name, prefix, items, count=None):
    rows = [f"    {prefix}_{c_name(item)}," for item in items] + ([f"    {count}"] if count else [])
    return [f"enum {name} {{", *rows, "};", ""]


def bits(names):
    return " | ".join(f"BIT({c_name(name)})" for name in names) or "0"


def split(names):
    return [n for n in names if not n.endswith("?")], [n[:-1] for n in names if n.endswith("?")]


def check_definition(proto):
    """Checks that every field in use is defined and has a known kind."""
    fields = proto["fields"]
    used = set(proto["settings"]) | {"n"}
    for row in [*proto["client"], *proto["http"]]:
        for name in [*row.get("fields", []), *row.get("body", []), *row.get("query", []), *sum(row.get("either", []), [])]:
            used.add(name.rstrip("?"))
        used |= set(re.findall("<(.*?)>", row.get("path", "")))
    wrong = sorted(used ^ fields.keys()) + [n for n, f in fields.items() if f["kind"] not in KINDS]
    if wrong or len(fields) > 64:
        sys.exit(f"proto/messages.json: undefined, unused or of unknown kind: {' '.join(wrong)}")


def make_header(proto):
    lines = ["/* Made by tools/proto.py from proto/messages.json. */", "#ifndef SPELUNKE_SERVER_PROTO_H",
             "#define SPELUNKE_SERVER_PROTO_H", "", '#include "server/wire.h"', ""]
    lines += [f"enum {{ WIRE_PROTOCOL = {proto['protocol']} }};", f"#define WIRE_SUBPROTOCOL \"{proto['subprotocol']}\""]
    lines += ["enum {", *(f"    LIMIT_{c_name(row['key'])} = {row['value']}," for row in proto["limits"]), "};", ""]
    lines += ["enum {", *(f"    CLOSE_{row['code']} = {row['code']}," for row in proto["closes"]), "};", ""]
    lines += enum("wire_rate", "RATE", [row["key"] for row in proto["rates"]], "RATES")
    lines += enum("wire_code", "CODE", ["none", *(row["key"] for row in proto["codes"])], "CODES")
    lines += enum("wire_field", "FIELD", proto["fields"], "FIELDS")
    lines += enum("wire_type", "TYPE", ["none", *(row["t"] for row in proto["client"])], "TYPES")
    lines += enum("wire_route", "ROUTE", ["none", *(row["route"] for row in proto["http"])], "ROUTES")
    for name, field in proto["fields"].items():
        if "of" in field:
            lines += enum(f"wire_{name}", c_name(name), field["of"])
    lines += ["/* What came: which fields, and what they hold. */", "struct wire {", "    enum wire_type type;",
              "    enum wire_route route;", "    bool is_head, is_plain; /* HEAD; a page below /plain */",
              "    uint64_t has; /* a bit for each field, see wire_has */"]
    for name, field in proto["fields"].items():
        pattern = KINDS[field["kind"]][0]
        if pattern:
            lines.append(f"    {fill(pattern, name, field)} /* {field['what'].replace('*/', '')} */")
    lines += ["};", "", "static inline bool wire_has(const struct wire *wire, enum wire_field field) {",
              "    return wire->has >> field & 1;", "}", "",
              "/* Every limit by its key; ends with an empty row. */", "extern const struct limit_row wire_limits[];",
              "extern const struct rate wire_rates[RATES];", "extern const struct code_row wire_codes[CODES];",
              "extern const struct field_row wire_fields[FIELDS];",
              "extern const struct message_row wire_messages[TYPES];",
              "extern const struct route_row wire_routes[ROUTES];",
              "/* The fields of settings. */", "extern const uint64_t wire_settings;", "", "#endif", ""]
    return "\n".join(lines)


def field_row(name, field):
    parts = [f'"{name}"', f"KIND_{c_name(field['kind'])}", f"{field.get('min', 0)}", f"{field.get('max', 0)}"]
    has_place = KINDS[field["kind"]][0] is not None
    parts += [f"offsetof(struct wire, {name})", f"sizeof((struct wire *)0)->{name}"] if has_place else ["0", "0"]
    of = ", ".join(f'"{value}"' for value in field.get("of", []))
    parts.append(f"(const char *const[]){{{of}, NULL}}" if of else "NULL")
    return f"    [FIELD_{c_name(name)}] = {{{', '.join(parts)}}},"


def demands(row, key):
    needs, may = split(row.get(key, []))
    either = row.get("either", [[], []])
    return f"{{{bits(needs)}, {bits(may)}, {{{bits(either[0])}, {bits(either[1])}}}}}"


def make_table(proto):
    lines = ["/* Made by tools/proto.py from proto/messages.json. */", '#include "proto.h"', "", "#include <stddef.h>", "",
             "#define BIT(field) (UINT64_C(1) << FIELD_##field)", "", "const struct limit_row wire_limits[] = {"]
    lines += [f'    {{"{row["key"]}", {row["value"]}}},' for row in proto["limits"]]
    lines += ["    {0}};", "const struct rate wire_rates[RATES] = {"]
    lines += [f"    [RATE_{c_name(r['key'])}] = {{{r['count']}, {r['window']}, {r['burst']}}}," for r in proto["rates"]]
    lines += ["};", "const struct code_row wire_codes[CODES] = {", '    [CODE_NONE] = {"", 200},']
    lines += [f'    [CODE_{c_name(r["key"])}] = {{"{r["key"]}", {r["status"]}}},' for r in proto["codes"]]
    lines += ["};", "const struct field_row wire_fields[FIELDS] = {"]
    lines += [field_row(name, field) for name, field in proto["fields"].items()]
    lines += ["};", "const struct message_row wire_messages[TYPES] = {", '    [TYPE_NONE] = {.name = ""},']
    for row in proto["client"]:
        truths = ", ".join(str(bool(row.get(key))).lower() for key in ("n", "row"))
        lines.append(f'    [TYPE_{c_name(row["t"])}] = {{"{row["t"]}", {truths}, {demands(row, "fields")}}},')
    lines += ["};", "const struct route_row wire_routes[ROUTES] = {", '    [ROUTE_NONE] = {.path = ""},']
    for row in proto["http"]:
        page = str(bool(row.get("page"))).lower()
        lines.append(f'    [ROUTE_{c_name(row["route"])}] = {{"{row["method"]}", "{row["path"]}", {page}, '
                     f'{bits(row.get("query", []))}, {demands(row, "body")}}},')
    lines += ["};", f"const uint64_t wire_settings = {bits(proto['settings'])};", ""]
    return "\n".join(lines)


def ts_type(field):
    if "of" in field:
        return " | ".join(f"'{value}'" for value in field["of"])
    return KINDS[field["kind"]][1].replace("{{", "{").replace("}}", "}")


def ts_fields(names, fields):
    return " ".join(f"{name}: {ts_type(fields[name.rstrip('?')])};" for name in names)


def ts_request(row, key, fields):
    head = ts_fields((["n"] if row.get("n") else []) + row.get(key, []), fields)
    tails = [ts_fields(group, fields) for group in row.get("either", [])]
    head = (f"t: '{row['t']}'; " if "t" in row else "") + head
    return " | ".join(f"{{ {head} {tail} }}" for tail in tails) if tails else f"{{ {head} }}"


def make_types(proto):
    fields = proto["fields"]
    lines = ["// Made by tools/proto.py from proto/messages.json.", "", f"export const PROTOCOL = {proto['protocol']};",
             f"export const SUBPROTOCOL = '{proto['subprotocol']}';", "", "export const LIMITS = {"]
    lines += [f"  {row['key']}: {row['value']}," for row in proto["limits"]] + ["} as const;", ""]
    lines += ["export type Code =", *(f"  | '{row['key']}'" for row in proto["codes"])]
    lines[-1] += ";"
    lines += ["", f"export type Settings = {{ {ts_fields(['game', 'seats', *(n + '?' for n in proto['settings'][2:])], fields)} }};"]
    lines += [f"export type {name} = {text};" for name, text in proto["types"].items()]
    lines += ["", "export type ClientMessage =", *(f"  | {ts_request(row, 'fields', fields)}" for row in proto["client"])]
    lines[-1] += ";"
    lines += ["", "export type ServerMessage ="]
    lines += ["  | { t: '%s'; %s }" % (row["t"], " ".join(f"{name}: {kind};" for name, kind in row["fields"].items()))
              for row in proto["server"]]
    lines[-1] += ";"
    lines += ["", "export type Bodies = {"]
    lines += [f"  '{row['method']} {row['path']}': {ts_request(row, 'body', fields)};" for row in proto["http"] if "body" in row]
    lines += ["};", "", "export const BINARY = {", *(f"  {row['name']}: {row['kind']}," for row in proto["binary"]), "} as const;", ""]
    return "\n".join(lines)


def markdown(head, rows):
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *(f"| {' | '.join(row)} |" for row in rows)]


def shown(names):
    return ", ".join(f"`{name.rstrip('?')}`" + ("?" if name.endswith("?") else "") for name in names)


def demanded(row, key):
    parts = [shown(row.get(key, []))] + [" or ".join(shown(group) for group in row.get("either", []))]
    return "; ".join(part for part in parts if part)


def form_of(field):
    if "of" in field:
        return "one of " + ", ".join(f"`{value}`" for value in field["of"])
    if field["kind"] == "number":
        return f"whole number, {field['min']} to {field['max']}" if field["max"] != field["min"] else f"{field['min']}"
    if field["kind"] == "ref":
        return f"string, up to {field['max']} bytes"
    return KINDS[field["kind"]][2].format(**{"min": 0, "max": 0, **field})


def make_tables(proto):
    fields = proto["fields"]
    return {
        "requests": markdown(("`t`", "fields", "`n`", "row", ""), [
            (f"`{r['t']}`", demanded(r, "fields"), "yes" if r.get("n") else "", "yes" if r.get("row") else "", r["what"])
            for r in proto["client"]]),
        "fields": markdown(("field", "form", ""), [(f"`{n}`", form_of(f), f["what"]) for n, f in fields.items()]),
        "settings": markdown(("setting", "form", ""), [(f"`{n}`", form_of(fields[n]), fields[n]["what"])
                                                        for n in proto["settings"]]),
        "answers": markdown(("`t`", "fields", ""), [(f"`{r['t']}`", shown(r["fields"]), r["what"]) for r in proto["server"]]),
        "http": markdown(("request", "query", "body", "answer"), [
            (f"`{r['method']} {r['path']}`", shown(r.get("query", [])), demanded(r, "body"), r["answer"])
            for r in proto["http"]]),
        "binary": markdown(("kind", "from", "after 8 bytes"), [(f"{r['kind']} {r['name']}", r["from"], r["what"])
                                                               for r in proto["binary"]]),
        "codes": markdown(("code", "status", "when"), [(f"`{r['key']}`", str(r["status"]), r["when"]) for r in proto["codes"]]),
        "closes": markdown(("close code", "when"), [(str(r["code"]), r["when"]) for r in proto["closes"]]),
        "limits": markdown(("what", "limit", "beyond it"), [(r["what"], str(r["value"]), r["beyond"]) for r in proto["limits"]]),
        "rates": markdown(("what", "each", "rate", "burst", "beyond it"), [
            (r["what"], r["of"], f"{r['count']} in {r['window']} ms", str(r["burst"]), r["beyond"]) for r in proto["rates"]]),
    }


def with_tables(text, tables):
    """The document with every marked table replaced; a table without a mark is an error."""
    for name, lines in tables.items():
        begin = BEGIN.format(name)
        if text.count(begin) != 1:
            sys.exit(f"the document needs one mark: {begin}")
        head, rest = text.split(begin)
        if END not in rest:
            sys.exit(f"the document lacks {END} behind the table {name}")
        text = "\n".join([head + begin, *lines, END]) + rest.split(END, 1)[1]
    return text


def check(proto, document, types):
    tests = [("the tables of docs/protocol.md are those of proto/messages.json (else: tools/proto.py docs)",
              with_tables(document, make_tables(proto)) == document),
             ("the types for the browser are those of proto/messages.json", types == make_types(proto)),
             ("every kind of field is in use", {f["kind"] for f in proto["fields"].values()} == KINDS.keys()),
             ("every kind of message is described in docs/protocol.md",
              all(f"`{row['t']}`" in document for row in [*proto["client"], *proto["server"]]))]
    print(f"1..{len(tests)}")
    for number, (name, is_right) in enumerate(tests, 1):
        print("ok" if is_right else "not ok", number, "-", name)
    return 0 if all(is_right for _, is_right in tests) else 1


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, end="")
        sys.exit()
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    command, source, *files = sys.argv[1:]
    proto = json.loads(pathlib.Path(source).read_text(encoding="utf-8"))
    check_definition(proto)
    paths = [pathlib.Path(name) for name in files]
    if command == "check":
        return check(proto, *(path.read_text(encoding="utf-8") for path in paths))
    if command == "docs":
        text = with_tables(paths[0].read_text(encoding="utf-8"), make_tables(proto))
    else:
        text = {"header": make_header, "table": make_table, "types": make_types}[command](proto)
    paths[0].write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
