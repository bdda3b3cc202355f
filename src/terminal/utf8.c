/* utf8.c: width, case and line breaks of UTF-8 text. */
#include "utf8.h"

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include <spelunke/must.h>

/* Sets LC_CTYPE alone, for wcwidth; C.UTF-8 exists without being generated. */
void utf8_begin(void) {
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        setlocale(LC_CTYPE, ""); /* no C.UTF-8: the system's own locale */
}

/* The bytes of the next character, and the columns it takes. */
static size_t next_letter(const char *at, int *columns) {
    mbstate_t state = {0};
    wchar_t letter;
    size_t bytes = mbrtowc(&letter, at, strlen(at), &state);
    if (bytes == 0 || bytes > strlen(at)) {
        *columns = 1;
        return 1;
    }
    int width = wcwidth(letter);
    *columns = width < 0 ? 1 : width;
    return bytes;
}

int utf8_width(const char *text) {
    int sum = 0, columns;
    while (*text) {
        text += next_letter(text, &columns);
        sum += columns;
    }
    return sum;
}

size_t utf8_fitting(const char *text, int width) {
    size_t bytes = 0;
    int columns;
    while (text[bytes]) {
        size_t letter = next_letter(text + bytes, &columns);
        if (columns > width)
            break;
        width -= columns;
        bytes += letter;
    }
    return bytes;
}

void utf8_shorten(struct text *text, int width) {
    if (utf8_width(text_string(text)) <= width)
        return;
    text->length = utf8_fitting(text->data, width - 1);
    while (text->length > 0 && text->data[text->length - 1] == ' ')
        text->length--;
    text->data[text->length] = '\0';
    text_put(text, "…");
}

/* À to Þ are 32 below à to þ, with × and ÷ among them; Œ is just before œ. towlower would need a
 * locale. */
enum { LATIN_LEAD = 0xc3, OE_LEAD = 0xc5, GREAT_OE = 0x92, SMALL_OE = 0x93, TIMES = 0x97 };

static bool is_between(unsigned char byte, int first, int last) {
    return byte >= first && byte <= last;
}

static void lower_letter(unsigned char *at) {
    if (is_between(at[0], 'A', 'Z'))
        at[0] = (unsigned char)(at[0] + 'a' - 'A');
    else if (at[0] == LATIN_LEAD && is_between(at[1], 0x80, 0x9e) && at[1] != TIMES)
        at[1] = (unsigned char)(at[1] + 0x20);
    else if (at[0] == OE_LEAD && at[1] == GREAT_OE)
        at[1] = SMALL_OE;
}

static void raise_letter(unsigned char *at) {
    if (is_between(at[0], 'a', 'z'))
        at[0] = (unsigned char)(at[0] + 'A' - 'a');
    else if (at[0] == LATIN_LEAD && is_between(at[1], 0xa0, 0xbe) && at[1] != TIMES + 0x20)
        at[1] = (unsigned char)(at[1] - 0x20);
    else if (at[0] == OE_LEAD && at[1] == SMALL_OE)
        at[1] = GREAT_OE;
}

void utf8_lower(char *text) {
    for (; *text; text++)
        lower_letter((unsigned char *)text);
}

void utf8_capital(char *text) {
    raise_letter((unsigned char *)text);
}

void utf8_sentence(struct text *text, size_t from) {
    if (text->length == from)
        return;
    utf8_capital(text->data + from);
    if (!strchr(".!?", text->data[text->length - 1]))
        text_put(text, ".");
}

static void page_add(struct page *page, const char *line, size_t length) {
    struct text copy = {0};
    text_put_bytes(&copy, line, length);
    text_put(&copy, "");
    page->lines = must_realloc(page->lines, (size_t)(page->count + 1) * sizeof *page->lines);
    page->lines[page->count++] = copy.data;
}

/* Breaks a line at its blanks; a word that is too long is cut. */
static void page_wrap(struct page *page, const char *line, int width) {
    do {
        size_t fits = utf8_fitting(line, width), end = fits;
        if (line[fits])
            while (end > 0 && line[end] != ' ')
                end--;
        end = end ? end : fits;
        page_add(page, line, end);
        line += end;
        line += strspn(line, " ");
    } while (*line);
}

struct page page_new(const char *text, int width) {
    struct page page = {0};
    struct text line = {0};
    width = width < 2 ? 2 : width; /* a character may take two columns */
    while (*text) {
        size_t length = strcspn(text, "\n");
        text_clear(&line);
        text_put_bytes(&line, text, length);
        page_wrap(&page, text_string(&line), width);
        text += length + (text[length] == '\n');
    }
    text_free(&line);
    return page;
}

void page_free(struct page *page) {
    for (int i = 0; i < page->count; i++)
        free(page->lines[i]);
    free(page->lines);
    *page = (struct page){0};
}

static void print_line(const char *line, int width) {
    bool is_whole = strncmp(line, "  ", 2) == 0;
    struct page page = page_new(line, is_whole ? utf8_width(line) : width);
    for (int i = 0; i < page.count; i++)
        puts(page.lines[i]);
    if (page.count == 0)
        puts("");
    page_free(&page);
}

void page_print(const char *text, int width) {
    struct text line = {0};
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        text_clear(&line);
        text_put_bytes(&line, text, length);
        print_line(text_string(&line), width);
    }
    text_free(&line);
}
