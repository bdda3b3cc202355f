/* utf8.h: UTF-8: the columns it takes, capital and small letters, and
 * texts broken into lines. Both ways to play need them; neither asks the
 * environment, for texts are UTF-8 whatever that says. */
#ifndef SPELUNKE_TERMINAL_UTF8_H
#define SPELUNKE_TERMINAL_UTF8_H

#include <stddef.h>

#include <spelunke/text.h>

/* Makes the C library know UTF-8; before anything else in here. */
void utf8_begin(void);
/* How many columns a text takes. */
int utf8_width(const char *text);
/* The bytes of a text that fit into so many columns. */
size_t utf8_fitting(const char *text, int width);
/* Cuts a text to so many columns; an ellipsis tells that something is missing. */
void utf8_shorten(struct text *text, int width);
/* Small letters for capital ones, those of our four languages: Ä, É, Œ too. */
void utf8_lower(char *text);
/* A capital letter at the beginning. */
void utf8_capital(char *text);
/* Makes what the text holds from here on a sentence of its own: a capital letter, and a full
 * stop where it does not end already. Catalogues write reasons as they follow a colon. */
void utf8_sentence(struct text *text, size_t from);

/* A text in lines of at most so many columns. */
struct page {
    char **lines;
    int count;
};
struct page page_new(const char *text, int width);
void page_free(struct page *page);
/* Prints a text in lines of at most so many columns. What is to be copied begins
 * with two blanks and stays in one piece. */
void page_print(const char *text, int width);

#endif
