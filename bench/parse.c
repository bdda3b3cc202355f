/* parse.c: the lower bound for an engine: reads lines and parses them with jansson. The time of
 * `spelunke engine` beyond this is its own cost. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

int main(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    long lines = 0;
    while ((length = getline(&line, &room, stdin)) > 0) {
        json_t *json = json_loadb(line, (size_t)length, 0, NULL);
        lines += json != NULL;
        json_decref(json);
    }
    free(line);
    fprintf(stderr, "%ld lines parsed\n", lines);
    return 0;
}
