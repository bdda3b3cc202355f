/* fuzz_message.c: any bytes as a text message and as a hand. What is accepted is within its
 * limits; what is refused has a reason with a sentence. */
#include "gate_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const char *bytes, size_t size) {
    static struct wire wire;
    struct fault fault;
    if (!gate_message(bytes, size, &wire, &fault)) {
        check_fault(&fault);
        return;
    }
    must(wire.type > TYPE_NONE && wire.type < TYPES && size <= LIMIT_MESSAGE);
    must(!wire_messages[wire.type].is_numbered || wire_has(&wire, FIELD_N));
    check_wire(&wire, &wire_messages[wire.type].demand);
}

static void check_hand(const uint8_t *data, size_t size) {
    struct hand_message hand;
    struct fault fault;
    if (!gate_hand(data, size, &hand, &fault)) {
        check_fault(&fault);
        must(fault.close == CLOSE_1003);
        return;
    }
    must(hand.count >= 1 && hand.count <= LIMIT_SAMPLES);
    for (int i = 0; i < hand.count; i++)
        must(hand.hands[i].tick >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_text((const char *)data, size);
    check_hand(data, size);
    return 0;
}
