/* sound.c: whether a name begins with a vowel sound.
 *
 * French says "d'Eve" and "de Toni", Italian "ed Eve" and "e Toni". The sound is guessed from the
 * first letters; docs/words.md has the rule, which other renderers follow. */
#include <string.h>

#include "words_inside.h"

/* Letters with accents, by code point, and the letters without. */
static const struct {
    uint32_t first, last;
    char plain;
} accented[] = {
    {0xc0, 0xc6, 'a'},   {0xc8, 0xcb, 'e'},   {0xcc, 0xcf, 'i'},   {0xd2, 0xd6, 'o'},
    {0xd8, 0xd8, 'o'},   {0xd9, 0xdc, 'u'},   {0xdd, 0xdd, 'y'},   {0xe0, 0xe6, 'a'},
    {0xe8, 0xeb, 'e'},   {0xec, 0xef, 'i'},   {0xf2, 0xf6, 'o'},   {0xf8, 0xf8, 'o'},
    {0xf9, 0xfc, 'u'},   {0xfd, 0xfd, 'y'},   {0xff, 0xff, 'y'},   {0x100, 0x105, 'a'},
    {0x112, 0x11b, 'e'}, {0x128, 0x131, 'i'}, {0x14c, 0x153, 'o'}, {0x168, 0x173, 'u'},
    {0x178, 0x178, 'y'},
};

/* The next code point of UTF-8; invalid bytes count as one each. */
static uint32_t next_point(const char **at) {
    const unsigned char *byte = (const unsigned char *)*at;
    int more = byte[0] >= 0xf0 ? 3 : byte[0] >= 0xe0 ? 2 : byte[0] >= 0xc0 ? 1 : 0;
    uint32_t point = more ? byte[0] & (0x3fu >> more) : byte[0];
    int taken = 1;
    for (; taken <= more && (byte[taken] & 0xc0) == 0x80; taken++)
        point = point << 6 | (byte[taken] & 0x3fu);
    *at += taken;
    return point;
}

/* The lower-case letter without its accent; 'x' for any other letter and for digits, which are
 * spoken as consonants; 0 for characters that are not spoken, such as quotation marks. */
static char plain_of(uint32_t point) {
    if (point >= 'A' && point <= 'Z')
        return (char)(point - 'A' + 'a');
    if (point >= 'a' && point <= 'z')
        return (char)point;
    for (size_t i = 0; i < sizeof accented / sizeof *accented; i++)
        if (point >= accented[i].first && point <= accented[i].last)
            return accented[i].plain;
    bool is_digit = point >= '0' && point <= '9';
    bool is_sign = point < 0xc0 || (point >= 0x2000 && point <= 0x206f);
    return is_digit || !is_sign ? 'x' : 0;
}

char sound_vowel(enum language language, const char *text) {
    char first = 0;
    while (*text && !first)
        first = plain_of(next_point(&text));
    char second = *text ? plain_of(next_point(&text)) : 0;
    bool is_before_vowel = second && strchr("aeiou", second);
    if (language == LANGUAGE_FR && first == 'h')
        return is_before_vowel || second == 'y' ? 'h' : 0;
    if (language == LANGUAGE_FR && first == 'y')
        return second && !is_before_vowel ? 'y' : 0;
    return first && strchr("aeiou", first) ? first : 0;
}
