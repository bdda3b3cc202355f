/* qr.h: QR codes of links. */
#ifndef SPELUNKE_SERVER_QR_H
#define SPELUNKE_SERVER_QR_H

#include <spelunke/text.h>

/* An SVG image, black on white with the quiet zone. False if the text is too long. */
bool qr_put_svg(const char *link, struct text *out);
/* Lines for a terminal with two rows of modules each. Colours are set explicitly, so that it is
 * readable on any background. */
bool qr_put_terminal(const char *link, struct text *out);

#endif
