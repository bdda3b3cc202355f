/* credits.c: `spelunke credits`: the authors of the games, and the libraries in use. */
#include "cli.h"

#include <stdio.h>

static const char help[] =
    "Usage: spelunke credits [--lang LANG]\n"
    "\n"
    "Names the authors, artists and publishers of the printed games, and the\n"
    "licences of this program and of the libraries and fonts it uses.\n";

/* Names as in the printed rules. */
static const char games[] =
    "Polterfass\n"
    "  Andreas Schmidt; Alexander Jung\n"
    "  Sybille and Bruce Whitehill (Word for Wort), Eric Bouret, Alfredo Berni\n"
    "  (c) 2013 Zoch GmbH\n"
    "Riff Raff\n"
    "  Christoph Cantzler; Michael Menzel\n"
    "  Sybille & Bruce Whitehill (\"Word for Wort\"), Eric Bourret, Monja Reichert\n"
    "  (c) 2012 Zoch GmbH\n"
    "Zum Blauen Drachen\n"
    "  Geoff Bottone, Colleen Skadl, Cliff Bohm; Kennon James, Rhonda Libbey, Doug\n"
    "  Kovacs, Rose Besch, Cold FuZion Studios, Beth Trott; Cliff Bohm\n"
    "  Niels Stephan; Ralf Berszuck, Andreas Finkernagel\n"
    "  (c) 2011 Pegasus Spiele GmbH, SlugFest Games, Inc.\n";

static const char libraries[] = "  libsodium     ISC\n"
                                "  libunistring  LGPL-3+ or GPL-2+\n"
                                "  libwebsockets MIT\n"
                                "  libuv         MIT\n"
                                "  OpenSSL       Apache-2.0\n"
                                "  libqrencode   LGPL-2.1+\n"
                                "  Jansson       MIT\n"
                                "  ncurses       MIT (X11)\n"
                                "  libpng        libpng-2.0\n"
                                "  SQLite        public domain\n"
                                "  MuJoCo        Apache-2.0\n"
                                "  Preact        MIT (page; signals too)\n"
                                "  three.js      MIT (page)\n"
                                "  cmocka        Apache-2.0 (tests)\n";

/* Embedded in the page; /licences.txt has the complete licences of what is in the page. */
static const char fonts[] = "  Alegreya, Alegreya Sans  SIL OFL 1.1\n"
                            "  Grenze Gotisch           SIL OFL 1.1\n";

void print_credits(void) {
    puts(said("Spelunke is an unofficial, independent implementation of three printed games. It "
              "has\nits own words and pictures, and none of those named here had a part in it."));
    puts(said("\nThe printed games, with author and illustrations, translation and setting, and\n"
              "publisher:\n"));
    fputs(games, stdout);
    puts(said("\nSpelunke itself: MIT licence. It uses these libraries:\n"));
    fputs(libraries, stdout);
    puts(said("\nThe page is set in these fonts:\n"));
    fputs(fonts, stdout);
}

int run_credits(int argc, char **argv) {
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    if (argc > 1)
        return complain_call(help, "cannot make sense of \"%s\"", argv[1]);
    print_credits();
    return EXIT_FINE;
}
