/* kit.c: bodies and their shapes as JSON, for clients that draw them. */
#include <spelunke/face.h>

static void put_list(struct text *out, const char *key, const int32_t *numbers, int count) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_number(out, numbers[i]);
    js_close(out, ']');
}

static void shape_json(const struct kit_shape *shape, struct text *out) {
    static const char *const kinds[] = {"box", "cylinder", "capsule", "sphere"};
    static const int sizes[] = {3, 2, 2, 1};
    static const int32_t not_turned[4] = {1000000, 0, 0, 0};
    const int32_t *t = shape->turned;
    bool is_turned = t[0] || t[1] || t[2] || t[3];
    js_open(out, '{');
    js_put_string(out, "kind", kinds[shape->kind]);
    put_list(out, "size", shape->size, sizes[shape->kind]);
    put_list(out, "at", shape->at, 3);
    put_list(out, "turned", is_turned ? t : not_turned, 4);
    js_close(out, '}');
}

void kit_body_json(const char *name, const struct kit_shape *shapes, int count, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "name", name);
    js_key(out, "shapes");
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        shape_json(&shapes[i], out);
    js_close(out, ']');
    js_close(out, '}');
}
