/* png.c: writes a picture as a PNG file with libpng's simplified API. */
#include "picture.h"

#include <stdlib.h>

#include <png.h>

#include <spelunke/must.h>

/* With a valid picture libpng fails only if it is out of memory. */
void picture_png(const struct picture *picture, struct text *out) {
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)picture->width,
                       .height = (png_uint_32)picture->height,
                       .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    char *bytes = must_alloc(size);
    must(png_image_write_to_memory(&image, bytes, &size, 0, picture->pixels, 0, NULL));
    text_put_bytes(out, bytes, size);
    free(bytes);
}
