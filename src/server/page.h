/* page.h: the page that browsers load, compiled into the program (web/, tools/page.py). */
#ifndef SPELUNKE_SERVER_PAGE_H
#define SPELUNKE_SERVER_PAGE_H

#include "tavern.h"

/* Its files, plain and compressed; the last one has path NULL. */
extern const struct page_file page_files[];

#endif
