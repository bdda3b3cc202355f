/* test_gate.c: valid and invalid messages and hands. */
#include "server/gate.h"

#include <stdio.h>

#include "unit/test.h"

static struct wire wire;
static struct fault fault;

static void assert_taken(const char *message, enum wire_type type) {
    if (!gate_message(message, strlen(message), &wire, &fault))
        fail_msg("%s: %s", message, fault.why.key);
    assert_int_equal(wire.type, type);
}

/* The message is refused with this code and reason, without closing the connection. */
static void assert_refused(const char *message, enum wire_code code, const char *why) {
    if (gate_message(message, strlen(message), &wire, &fault))
        fail_msg("taken: %s", message);
    assert_string_equal(wire_codes[fault.code].name, wire_codes[code].name);
    assert_string_equal(fault.why.key, why);
    assert_int_equal(fault.close, 0);
}

static void the_round_of_the_protocol_is_taken(void **state) {
    (void)state;
    assert_taken("{\"t\":\"hello\",\"protocol\":1,\"device\":\"b3nsPhone01\"}", TYPE_HELLO);
    assert_string_equal(wire.device, "b3nsPhone01");
    assert_false(wire_has(&wire, FIELD_FILMS));
    assert_taken("{\"t\":\"watch\",\"n\":1,\"table\":\"k3v9q2mx7d\",\"code\":\"H4TW-9PZC\"}",
                 TYPE_WATCH);
    assert_string_equal(wire.table, "k3v9q2mx7d");
    assert_string_equal(wire.code, "h4tw9pzc");
    assert_int_equal(wire.n, 1);
    assert_taken("{\"t\":\"sit\",\"n\":2,\"table\":\"k3v9\",\"seat\":1}", TYPE_SIT);
    assert_int_equal(wire.seat, 1);
    assert_taken("{\"t\":\"word\",\"n\":3,\"table\":\"k3v9\",\"word\":\"seven lazy foxes\"}",
                 TYPE_WORD);
    assert_string_equal(wire.word, "seven lazy foxes");
    assert_taken("{\"t\":\"act\",\"n\":4,\"table\":\"k3v9\",\"ask\":2,\"action\":\"order 3 5\"}",
                 TYPE_ACT);
    assert_int_equal(wire.ask, 2);
    assert_string_equal(wire.action, "order 3 5");
    assert_taken("{\"t\":\"watch\",\"n\":5,\"table\":\"k3v9\",\"stream\":\"c07e\",\"s\":5}",
                 TYPE_WATCH);
    assert_string_equal(wire.stream, "c07e");
    assert_int_equal(wire.s, 5);
}

/* The client's messages in docs/protocol.md. */
static void every_message_of_the_document_is_taken(void **state) {
    (void)state;
    struct text document = {0};
    int found = 0;
    test_read("SPELUNKE_PROTOCOL", &document);
    for (const char *at = text_string(&document); (at = strstr(at, "\n    > {")); found++) {
        at += strlen("\n    > ");
        if (!gate_message(at, strcspn(at, "\n"), &wire, &fault))
            fail_msg("%.80s: %s", at, fault.why.key);
    }
    assert_true(found >= 6);
    text_free(&document);
}

/* A message with exactly its required fields, with valid values. */
static void put_message(const struct message_row *row, uint64_t fields, struct text *out) {
    static const char *const samples[FIELDS] = {[FIELD_N] = "7",
                                                [FIELD_PROTOCOL] = "1",
                                                [FIELD_DEVICE] = "\"device-1\"",
                                                [FIELD_TABLE] = "\"k3v9\"",
                                                [FIELD_SEAT] = "0",
                                                [FIELD_PERSON] = "\"p1\"",
                                                [FIELD_BOT] = "null",
                                                [FIELD_SETTINGS] = "{}",
                                                [FIELD_VALUE] = "\"G\"",
                                                [FIELD_WORD] = "\"x\"",
                                                [FIELD_ASK] = "1",
                                                [FIELD_ACTION] = "\"pass\"",
                                                [FIELD_ON] = "true",
                                                [FIELD_KEYS] = "[]",
                                                [FIELD_SIM] = "9",
                                                [FIELD_PIECE] = "\"rat0.1\"",
                                                [FIELD_TEXT] = "\"hi\"",
                                                [FIELD_PHRASE] = "\"cheers\""};
    text_clear(out);
    js_open(out, '{');
    js_put_string(out, "t", row->name);
    for (int i = 0; i < FIELDS; i++)
        if (fields >> i & 1) {
            assert_non_null(samples[i]);
            js_key(out, wire_fields[i].name);
            text_put(out, samples[i]);
        }
    js_close(out, '}');
}

/* Every message is accepted with all required fields, and refused without any of them. */
static void every_message_needs_its_fields(void **state) {
    (void)state;
    struct text text = {0};
    for (int type = TYPE_NONE + 1; type < TYPES; type++) {
        const struct message_row *row = &wire_messages[type];
        uint64_t needs = row->demand.needs | (uint64_t)row->is_numbered << FIELD_N;
        for (int way = 0; way < 2; way++) {
            uint64_t all = needs | row->demand.either[way];
            put_message(row, all, &text);
            assert_taken(text_string(&text), (enum wire_type)type);
            assert_true((wire.has & all) == all);
            for (int i = 0; i < FIELDS; i++)
                if (all >> i & 1) {
                    put_message(row, all & ~(UINT64_C(1) << i), &text);
                    assert_refused(text_string(&text), CODE_BAD_REQUEST, "gate.missing");
                    assert_int_equal(fault.has_n, row->is_numbered && i != FIELD_N);
                }
        }
        if (row->demand.either[0]) {
            put_message(row, needs | row->demand.either[0] | row->demand.either[1], &text);
            assert_refused(text_string(&text), CODE_BAD_REQUEST, "gate.both");
        }
    }
    text_free(&text);
}

static void unknown_fields_are_ignored(void **state) {
    (void)state;
    assert_taken("{\"t\":\"ping\",\"new\":[{\"x\":1.5}],\"table\":7}", TYPE_PING);
    assert_false(wire_has(&wire, FIELD_TABLE));
}

static void what_is_no_json_is_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        " ",
                                        "{",
                                        "{\"t\":\"ping\"",
                                        "{\"t\":\"ping\"}x",
                                        "{'t':1}",
                                        "{\"t\":\"\\ud800\"}",
                                        "{\"n\":1,\"n\":2,\"t\":\"ping\"}",
                                        "{\"a\":{\"b\":1,\"b\":1}}",
                                        "{\"n\":01}",
                                        "nul",
                                        "{\"n\":99999999999999999999}",
                                        "{\"x\":1e400}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_refused(texts[i], CODE_BAD_JSON, "gate.not_json");
        assert_false(fault.has_n);
    }
    static const char *const others[] = {"[]", "1", "\"x\"", "null", "[{\"t\":\"ping\"}]"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_refused(others[i], CODE_BAD_JSON, "gate.not_object");
}

static void nesting_ends_at_eight(void **state) {
    (void)state;
    assert_taken("{\"t\":\"ping\",\"x\":[[[[[[[1]]]]]]]}", TYPE_PING);
    assert_refused("{\"t\":\"ping\",\"x\":[[[[[[[[1]]]]]]]]}", CODE_BAD_JSON, "gate.too_deep");
    assert_taken("{\"t\":\"ping\",\"x\":\"[[[[[[[[[[\\\"[[[\"}", TYPE_PING);
    char deep[4096];
    memset(deep, '[', sizeof deep);
    assert_false(gate_message(deep, sizeof deep, &wire, &fault));
    assert_string_equal(fault.why.key, "gate.too_deep");
}

static void numbers_have_53_bits(void **state) {
    (void)state;
    assert_taken("{\"t\":\"lobby\",\"on\":true,\"n\":9007199254740991}", TYPE_LOBBY);
    assert_int_equal(wire.n, INT64_C(9007199254740991));
    assert_refused("{\"t\":\"lobby\",\"on\":true,\"n\":9007199254740992}", CODE_BAD_JSON,
                   "gate.big_number");
    assert_false(fault.has_n);
    assert_refused("{\"t\":\"lobby\",\"on\":true,\"n\":5,\"x\":[{\"y\":-9007199254740992}]}",
                   CODE_BAD_JSON, "gate.big_number");
    assert_true(fault.has_n);
    assert_refused("{\"t\":\"ping\",\"x\":1e300}", CODE_BAD_JSON, "gate.big_number");
    assert_taken("{\"t\":\"ping\",\"x\":-9007199254740991}", TYPE_PING);
}

static void a_number_that_can_be_read_comes_back(void **state) {
    (void)state;
    struct text out = {0};
    assert_refused("{\"t\":\"jump\",\"n\":31}", CODE_UNKNOWN_TYPE, "gate.unknown_type");
    fault_put_message(&fault, &out);
    test_text(&out,
              "{\"t\":\"error\",\"n\":31,\"code\":\"unknown_type\",\"reason\":\"there is no such "
              "message\",\"key\":\"gate.unknown_type\",\"args\":{}}");
    assert_refused("{\"t\":\"start\",\"n\":32}", CODE_BAD_REQUEST, "gate.missing");
    fault_put_message(&fault, &out);
    test_text(&out, "{\"t\":\"error\",\"n\":32,\"code\":\"bad_request\",\"reason\":\"the field "
                    "\\\"table\\\" is "
                    "missing\",\"key\":\"gate.missing\",\"args\":{\"field\":\"table\"}}");
    static const char *const unreadable[] = {"\"1\"", "1.0", "-1", "null", "[1]"};
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"t\":\"start\",\"table\":\"x\",\"n\":%s}", unreadable[i]);
        assert_false(gate_message(text, strlen(text), &wire, &fault));
        assert_int_equal(fault.code, CODE_BAD_REQUEST);
        assert_false(fault.has_n);
    }
    fault_put_body(&fault, &out);
    assert_non_null(strstr(text_string(&out), "{\"error\":\"bad_request\",\"reason\":"));
    text_free(&out);
}

static void long_messages_close_the_connection(void **state) {
    (void)state;
    static char text[LIMIT_MESSAGE + 1];
    memset(text, ' ', sizeof text);
    memcpy(text, "{\"t\":\"ping\"}", 12);
    assert_true(gate_message(text, LIMIT_MESSAGE, &wire, &fault));
    assert_false(gate_message(text, LIMIT_MESSAGE + 1, &wire, &fault));
    assert_int_equal(fault.close, 1009);
}

static void malformed_utf8_closes_the_connection(void **state) {
    (void)state;
    static const char *const texts[] = {"{\"t\":\"\xff\"}", "\xc3", "{\"t\":\"\xed\xa0\x80\"}",
                                        "{\"\xc0\xaf\":1}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_false(gate_message(texts[i], strlen(texts[i]), &wire, &fault));
        assert_int_equal(fault.close, 1007);
    }
}

static void another_protocol_must_reload(void **state) {
    (void)state;
    static const char text[] = "{\"t\":\"hello\",\"protocol\":2,\"apparatus\":\"x\"}";
    assert_false(gate_message(text, strlen(text), &wire, &fault));
    assert_int_equal(fault.code, CODE_RELOAD);
    assert_int_equal(fault.close, 4001);
    assert_refused("{\"t\":\"hello\",\"protocol\":\"1\",\"device\":\"12345678\"}", CODE_BAD_REQUEST,
                   "gate.wrong_form");
}

static void devices_have_their_form(void **state) {
    (void)state;
    assert_taken("{\"t\":\"hello\",\"protocol\":1,\"device\":\"abcXYZ_-0123456789abcdefghijklmn\","
                 "\"films\":true}",
                 TYPE_HELLO);
    assert_true(wire.films);
    static const char *const wrong[] = {"1234567",  "abcXYZ_-0123456789abcdefghijklmno",
                                        "1234567.", "1234567\\u0000",
                                        "1234 678", "äöüß"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[200];
        snprintf(text, sizeof text, "{\"t\":\"hello\",\"protocol\":1,\"device\":\"%s\"}", wrong[i]);
        assert_refused(text, CODE_BAD_REQUEST, "gate.wrong_form");
    }
}

/* Invalid names of tables and invalid codes are looked up like unknown ones. */
static void names_of_nothing_are_no_fault_of_form(void **state) {
    (void)state;
    static const char *const odd[] = {"", "../etc", "ä", "a b",
                                      "0123456789012345678901234567890123456789"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        char text[200];
        snprintf(text, sizeof text, "{\"t\":\"watch\",\"n\":1,\"table\":\"%s\",\"code\":\"%s\"}",
                 odd[i], odd[i]);
        assert_taken(text, TYPE_WATCH);
        assert_true(wire_has(&wire, FIELD_TABLE) && wire_has(&wire, FIELD_CODE));
        assert_string_equal(wire.table, "");
        assert_string_equal(wire.code, "");
    }
    assert_refused("{\"t\":\"watch\",\"n\":1,\"table\":7}", CODE_BAD_REQUEST, "gate.wrong_form");
}

static void null_is_not_left_out(void **state) {
    (void)state;
    assert_refused("{\"t\":\"watch\",\"n\":1,\"table\":\"x\",\"code\":null}", CODE_BAD_REQUEST,
                   "gate.wrong_form");
    assert_taken("{\"t\":\"bot\",\"n\":1,\"table\":\"x\",\"seat\":1,\"bot\":null}", TYPE_BOT);
    assert_string_equal(wire.bot, "");
    assert_refused("{\"t\":\"bot\",\"n\":1,\"table\":\"x\",\"seat\":1,\"bot\":\"\"}",
                   CODE_BAD_REQUEST, "gate.wrong_form");
    assert_refused("{\"t\":\"bot\",\"n\":1,\"table\":\"x\",\"seat\":8,\"bot\":null}",
                   CODE_BAD_REQUEST, "gate.out_of_range");
    assert_refused("{\"t\":\"bot\",\"n\":1,\"table\":\"x\",\"seat\":1.0,\"bot\":null}",
                   CODE_BAD_REQUEST, "gate.wrong_form");
}

static void say(const char *character, int times, struct text *out) {
    text_clear(out);
    text_put(out, "{\"t\":\"say\",\"n\":1,\"table\":\"x\",\"text\":\"");
    while (times-- > 0)
        text_put(out, character);
    text_put(out, "\"}");
}

static void chat_has_300_characters(void **state) {
    (void)state;
    static const char *const characters[] = {"a", "ä", "語", "🍺"};
    struct text text = {0};
    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
        say(characters[i], 300, &text);
        assert_taken(text_string(&text), TYPE_SAY);
        assert_int_equal(strlen(wire.text), 300 * strlen(characters[i]));
        say(characters[i], 301, &text);
        assert_refused(text_string(&text), CODE_TOO_LONG, "gate.too_long");
    }
    static const char *const wrong[] = {"",         " ",        "\\n",     "\\u0000",
                                        "\\u202e",  "\\u2066",  "\\u0007", "\\u2028",
                                        "\xc2\xa0", "\\ufeffa", "a\\u007f"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        say(wrong[i], 1, &text);
        assert_refused(text_string(&text), CODE_BAD_REQUEST, "gate.wrong_form");
    }
    say("👩‍👩‍👧 می‌خواهم", 1, &text);
    assert_taken(text_string(&text), TYPE_SAY);
    text_free(&text);
}

static void presets_are_lists_of_keys(void **state) {
    (void)state;
    assert_taken("{\"t\":\"preset\",\"n\":1,\"table\":\"x\",\"keys\":[\"until_my_turn\",\"b\"]}",
                 TYPE_PRESET);
    assert_int_equal(wire.keys.count, 2);
    assert_string_equal(wire.keys.items[0], "until_my_turn");
    assert_taken("{\"t\":\"preset\",\"n\":1,\"table\":\"x\",\"keys\":[]}", TYPE_PRESET);
    assert_int_equal(wire.keys.count, 0);
    static const char *const wrong[] = {
        "{}", "\"x\"", "[1]", "[[]]",
        "[\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"]"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[200];
        snprintf(text, sizeof text, "{\"t\":\"preset\",\"n\":1,\"table\":\"x\",\"keys\":%s}",
                 wrong[i]);
        assert_refused(text, CODE_BAD_REQUEST, "gate.wrong_form");
    }
}

static bool set(const char *settings) {
    char text[2000];
    snprintf(text, sizeof text, "{\"t\":\"set\",\"n\":1,\"table\":\"x\",\"settings\":%s}",
             settings);
    return gate_message(text, strlen(text), &wire, &fault);
}

static void settings_are_taken(void **state) {
    (void)state;
    assert_true(
        set("{\"game\":\"drachen\",\"seats\":4,\"options\":{\"a\":\"x\",\"b\":-3,\"c\":true,\"d\":"
            "false},"
            "\"bots\":{\"1\":\"regular\",\"3\":\"tippler\"},\"public\":true,\"clock\":{\"decide\":"
            "30000,"
            "\"reserve\":120000},\"reaction\":[600,1600],\"pause\":[0,60000],\"watch\":{"
            "\"allowed\":false,"
            "\"delay\":600000},\"chat\":\"phrases\",\"hints\":false,\"seed\":\"42\",\"news\":1}"));
    assert_string_equal(wire.game, "drachen");
    assert_int_equal(wire.seats, 4);
    assert_int_equal(wire.options.count, 4);
    for (int i = 0; i < 4; i++) {
        static const char *const values[] = {"x", "-3", "on", "off"};
        assert_string_equal(wire.options.items[i].value,
                            values[wire.options.items[i].name[0] - 'a']);
    }
    assert_string_equal(wire.bots.seats[0], "");
    assert_string_equal(wire.bots.seats[1], "regular");
    assert_string_equal(wire.bots.seats[3], "tippler");
    assert_true(wire.public && wire.clock.is_on);
    assert_int_equal(wire.clock.decide, 30000);
    assert_int_equal(wire.clock.reserve, 120000);
    assert_int_equal(wire.reaction.from, 600);
    assert_int_equal(wire.pause.to, 60000);
    assert_false(wire.watch.allowed);
    assert_int_equal(wire.watch.delay, 600000);
    assert_int_equal(wire.chat, CHAT_PHRASES);
    assert_false(wire.hints);
    assert_string_equal(wire.seed, "42");
    assert_true(set("{\"clock\":null}"));
    assert_true(wire_has(&wire, FIELD_CLOCK) && !wire.clock.is_on);
    assert_false(wire_has(&wire, FIELD_GAME));
    assert_true(set("{\"clock\":{\"decide\":31536000000,\"reserve\":31536000000}}"));
    assert_true(set("{\"clock\":{\"decide\":259200000},\"watch\":{}}"));
    assert_true(wire.watch.allowed);
}

static void settings_out_of_range_are_bad_setup(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "{\"reaction\":[0,60001]}",
        "{\"reaction\":[-1,5]}",
        "{\"pause\":[5,4]}",
        "{\"watch\":{\"delay\":600001}}",
        "{\"watch\":{\"delay\":-1}}",
        "{\"chat\":\"loud\"}",
        "{\"clock\":{\"decide\":0}}",
        "{\"clock\":{\"decide\":1,\"reserve\":-1}}",
        "{\"clock\":{\"decide\":31536000001}}",
        "{\"clock\":{\"decide\":1,\"reserve\":31536000001}}",
        "{\"bots\":{\"8\":\"regular\"}}",
        "{\"bots\":{\"1\":\"\"}}",
        "{\"bots\":{\"x\":\"regular\"}}",
        "{\"options\":{\"\":1}}",
        ("{\"options\":{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,"
         "\"j\":1,\"k\":1,\"l\":1,\"m\":1}}")};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(set(wrong[i]));
        assert_string_equal(wire_codes[fault.code].name, "bad_setup");
        assert_true(fault.has_n);
    }
    assert_true(
        set("{\"seats\":99999999999,\"options\":{\"goal\":\"longer than any option can be\"}}"));
    assert_int_equal(wire.seats, 0);
    assert_string_equal(wire.options.items[0].value, "");
}

static void settings_of_wrong_form_are_bad_requests(void **state) {
    (void)state;
    static const char *const wrong[] = {"[]",
                                        "null",
                                        "{\"seats\":\"4\"}",
                                        "{\"options\":[]}",
                                        "{\"options\":{\"a\":null}}",
                                        "{\"options\":{\"a\":1.5}}",
                                        "{\"bots\":[]}",
                                        "{\"bots\":{\"1\":null}}",
                                        "{\"public\":1}",
                                        "{\"clock\":30}",
                                        "{\"clock\":{}}",
                                        "{\"clock\":{\"decide\":\"1\"}}",
                                        "{\"reaction\":[1]}",
                                        "{\"reaction\":[1,2,3]}",
                                        "{\"reaction\":{}}",
                                        "{\"reaction\":[1.5,2]}",
                                        "{\"watch\":true}",
                                        "{\"watch\":{\"allowed\":1}}",
                                        "{\"chat\":1}",
                                        "{\"seed\":42}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(set(wrong[i]));
        assert_string_equal(wire_codes[fault.code].name, "bad_request");
    }
}

/* Two samples: ticks 7 and 260. */
static size_t put_hand(unsigned char *bytes) {
    memset(bytes, 0, 8 + 2 * 33);
    bytes[0] = 3;
    bytes[1] = 2;
    bytes[4] = 0x39;
    bytes[7] = 0x80;
    bytes[8] = 7;
    memset(bytes + 12, 0xff, 4); /* -1 */
    bytes[24] = 0x40;
    bytes[25] = 0x42;
    bytes[26] = 0x0f; /* 1000000 */
    bytes[40] = 1;
    bytes[41] = 4;
    bytes[42] = 1;
    return 8 + 2 * 33;
}

static void hands_are_read(void **state) {
    (void)state;
    unsigned char bytes[8 + 8 * 33];
    struct hand_message hand;
    size_t length = put_hand(bytes);
    assert_true(gate_hand(bytes, length, &hand, &fault));
    assert_int_equal(hand.sim, 0x80000039u);
    assert_int_equal(hand.count, 2);
    assert_int_equal(hand.hands[0].tick, 7);
    assert_int_equal(hand.hands[0].pose.at[0], -1);
    assert_int_equal(hand.hands[0].pose.turned[0], 1000000);
    assert_true(hand.hands[0].grip);
    assert_int_equal(hand.hands[1].tick, 260);
    assert_false(hand.hands[1].grip);
    memset(bytes + 8, 0xff, 4);
    assert_true(gate_hand(bytes, length, &hand, &fault));
    assert_int_equal(hand.hands[0].tick, INT32_MAX);
}

static void what_is_no_hand_closes_the_connection(void **state) {
    (void)state;
    static const struct {
        int at, value;
    } changes[] = {{0, 1}, {0, 2}, {0, 4}, {1, 0},  {1, 1},   {1, 3},
                   {1, 9}, {2, 1}, {3, 1}, {40, 2}, {73, 255}};
    unsigned char bytes[8 + 9 * 33] = {0};
    struct hand_message hand;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        size_t length = put_hand(bytes);
        bytes[changes[i].at] = (unsigned char)changes[i].value;
        assert_false(gate_hand(bytes, length, &hand, &fault));
        assert_int_equal(fault.close, 1003);
    }
    for (size_t length = 0; length < 8 + 2 * 33; length++) {
        put_hand(bytes);
        assert_false(gate_hand(bytes, length, &hand, &fault));
    }
    put_hand(bytes);
    bytes[1] = 9;
    assert_false(gate_hand(bytes, sizeof bytes, &hand, &fault));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_round_of_the_protocol_is_taken),
        cmocka_unit_test(every_message_of_the_document_is_taken),
        cmocka_unit_test(every_message_needs_its_fields),
        cmocka_unit_test(unknown_fields_are_ignored),
        cmocka_unit_test(what_is_no_json_is_refused),
        cmocka_unit_test(nesting_ends_at_eight),
        cmocka_unit_test(numbers_have_53_bits),
        cmocka_unit_test(a_number_that_can_be_read_comes_back),
        cmocka_unit_test(long_messages_close_the_connection),
        cmocka_unit_test(malformed_utf8_closes_the_connection),
        cmocka_unit_test(another_protocol_must_reload),
        cmocka_unit_test(devices_have_their_form),
        cmocka_unit_test(names_of_nothing_are_no_fault_of_form),
        cmocka_unit_test(null_is_not_left_out),
        cmocka_unit_test(chat_has_300_characters),
        cmocka_unit_test(presets_are_lists_of_keys),
        cmocka_unit_test(settings_are_taken),
        cmocka_unit_test(settings_out_of_range_are_bad_setup),
        cmocka_unit_test(settings_of_wrong_form_are_bad_requests),
        cmocka_unit_test(hands_are_read),
        cmocka_unit_test(what_is_no_hand_closes_the_connection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
