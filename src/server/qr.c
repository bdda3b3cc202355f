/* qr.c: renders QR codes of libqrencode. */
#include "qr.h"

#include <qrencode.h>

enum { MARGIN = 4 };

static bool is_dark(const QRcode *code, int row, int column) {
    row -= MARGIN;
    column -= MARGIN;
    return row >= 0 && column >= 0 && row < code->width && column < code->width &&
           (code->data[row * code->width + column] & 1);
}

static QRcode *encode(const char *link) {
    return QRcode_encodeString8bit(link, 0, QR_ECLEVEL_M);
}

static void put_size(int size, struct text *out) {
    text_put_number(out, size);
    text_put_char(out, ' ');
    text_put_number(out, size);
}

/* One path of unit squares; adjacent dark modules in a row are merged. */
static void put_path(const QRcode *code, int size, struct text *out) {
    for (int row = 0; row < size; row++)
        for (int column = 0, end; column < size; column = end + 1) {
            end = column;
            while (is_dark(code, row, end))
                end++;
            if (end == column)
                continue;
            text_put_char(out, 'M');
            text_put_number(out, column);
            text_put_char(out, ' ');
            text_put_number(out, row);
            text_put_char(out, 'h');
            text_put_number(out, end - column);
            text_put(out, "v1H");
            text_put_number(out, column);
            text_put_char(out, 'z');
        }
}

bool qr_put_svg(const char *link, struct text *out) {
    QRcode *code = encode(link);
    if (!code)
        return false;
    int size = code->width + 2 * MARGIN;
    text_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    put_size(size, out);
    text_put(out, "\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h");
    text_put_number(out, size);
    text_put_char(out, 'v');
    text_put_number(out, size);
    text_put(out, "H0z\"/><path d=\"");
    put_path(code, size, out);
    text_put(out, "\"/></svg>\n");
    QRcode_free(code);
    return true;
}

bool qr_put_terminal(const char *link, struct text *out) {
    static const char *const halves[] = {" ", "\u2580", "\u2584",
                                         "\u2588"}; /* none, upper, lower, both */
    QRcode *code = encode(link);
    if (!code)
        return false;
    int size = code->width + 2 * MARGIN;
    for (int row = 0; row < size; row += 2) {
        text_put(out, "\033[30;47m");
        for (int column = 0; column < size; column++)
            text_put(out, halves[is_dark(code, row, column) + 2 * is_dark(code, row + 1, column)]);
        text_put(out, "\033[0m\n");
    }
    QRcode_free(code);
    return true;
}
