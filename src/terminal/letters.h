/* letters.h: letters of UTF-8: the columns they take, great and small ones, and
 * texts broken into lines. Both ways to play need them; neither asks the
 * environment, for texts are UTF-8 whatever that says. */
#ifndef SPELUNKE_TERMINAL_LETTERS_H
#define SPELUNKE_TERMINAL_LETTERS_H

#include <stddef.h>

#include <spelunke/text.h>

/* Makes the C library know UTF-8; before anything else in here. */
void letters_begin(void);
/* How many columns a text takes. */
int letters_width(const char *text);
/* The bytes of a text that fit into so many columns. */
size_t letters_fitting(const char *text, int width);
/* Cuts a text to so many columns; an ellipsis tells that something is missing. */
void letters_shorten(struct text *text, int width);
/* Small letters for great ones, those of our four languages: Ä, É, Œ too. */
void letters_lower(char *text);
/* A great letter at the beginning. */
void letters_capital(char *text);

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
