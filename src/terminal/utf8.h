/* utf8.h: width, case and line breaks of UTF-8 text. Independent of the locale, because all texts
 * are UTF-8. */
#ifndef SPELUNKE_TERMINAL_UTF8_H
#define SPELUNKE_TERMINAL_UTF8_H

#include <stddef.h>

#include <spelunke/text.h>

/* Makes the C library decode UTF-8; to be called before anything else here. */
void utf8_begin(void);
/* The columns that a text takes. */
int utf8_width(const char *text);
/* The bytes of the longest beginning that fits into so many columns. */
size_t utf8_fitting(const char *text, int width);
/* Cuts a text to so many columns, with an ellipsis at the end. */
void utf8_shorten(struct text *text, int width);
/* Lower case for the letters of our four languages, Ä, É, Œ included. */
void utf8_lower(char *text);
/* Upper case for the first letter. */
void utf8_capital(char *text);
/* Turns the text from this offset on into a sentence: a capital letter and, unless it has one, a
 * full stop. Catalogues write reasons as they follow a colon. */
void utf8_sentence(struct text *text, size_t from);

/* A text broken into lines. */
struct page {
    char **lines;
    int count;
};
struct page page_new(const char *text, int width);
void page_free(struct page *page);
/* Prints a text in lines of at most so many columns. Lines that begin with two blanks are meant to
 * be copied and are not broken. */
void page_print(const char *text, int width);

#endif
