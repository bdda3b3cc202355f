/* qr.h: links as QR codes, for the phones around the table. */
#ifndef SPELUNKE_SERVER_QR_H
#define SPELUNKE_SERVER_QR_H

#include <spelunke/text.h>

/* A picture of SVG, black on white with its quiet margin. False if the text is too long. */
bool qr_put_svg(const char *link, struct text *out);
/* Lines for a terminal, two rows of the code in each, light on dark as on paper: its colours
 * are set, so that it can be read on any ground. */
bool qr_put_terminal(const char *link, struct text *out);

#endif
