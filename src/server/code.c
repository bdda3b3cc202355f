/* code.c: parses and formats codes. */
#include "code.h"

#include <string.h>

const char code_alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";

static char as_meant(char c) {
    if (c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    if (c == 'o')
        return '0';
    return c == 'i' || c == 'l' ? '1' : c;
}

bool code_parse(const char *text, size_t length, char out[CODE_LENGTH + 1]) {
    char code[CODE_LENGTH + 1] = "";
    int count = 0;
    out[0] = '\0';
    for (size_t i = 0; i < length; i++) {
        char c = as_meant(text[i]);
        if (c == ' ' || c == '-')
            continue;
        if (c == '\0' || !strchr(code_alphabet, c) || count == CODE_LENGTH)
            return false;
        code[count++] = c;
    }
    if (count != CODE_LENGTH)
        return false;
    memcpy(out, code, sizeof code);
    return true;
}

void code_show(const char code[CODE_LENGTH + 1], char out[CODE_LENGTH + 2]) {
    enum { HALF = CODE_LENGTH / 2 };
    memcpy(out, code, HALF);
    out[HALF] = '-';
    memcpy(out + HALF + 1, code + HALF, HALF + 1);
}
