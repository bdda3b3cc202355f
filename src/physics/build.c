/* build.c: identifies the build, for everything that is repeatable on the same build only.
 *
 * The motion depends on the code that computes it: this program, the engine, the maths library,
 * libccd (in Debian's engine), and the processor, because the maths library selects its
 * functions by CPU features. Files are identified by the build id of the linker; a probe
 * (probe.c) detects what the files do not tell. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for dl_iterate_phdr */
#endif
#include "world_inside.h"

#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

#include <spelunke/must.h>
#include <spelunke/sim.h>

struct search {
    const char *file; /* prefix of the file name; "": the program itself */
    bool is_loaded;
    struct text id;
};

static size_t padded(size_t size) {
    return (size + 3) & ~(size_t)3;
}

static bool put_note(const unsigned char *at, size_t size, struct text *out) {
    ElfW(Nhdr) note;
    while (size >= sizeof note) {
        memcpy(&note, at, sizeof note);
        const unsigned char *name = at + sizeof note, *id = name + padded(note.n_namesz);
        size_t whole = sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
        if (whole > size)
            return false;
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(name, "GNU", 4) == 0) {
            text_put_hex(out, id, note.n_descsz < 8 ? note.n_descsz : 8);
            return true;
        }
        at += whole;
        size -= whole;
    }
    return false;
}

static bool is_file(const char *path, const char *file) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return *file ? strncmp(name, file, strlen(file)) == 0 : !*path;
}

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
    struct search *search = context;
    (void)size;
    if (!is_file(info->dlpi_name, search->file))
        return 0;
    search->is_loaded = true;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const unsigned char *at = (const unsigned char *)(info->dlpi_addr + part->p_vaddr);
        if (part->p_type == PT_NOTE && put_note(at, part->p_memsz, &search->id))
            return 1;
    }
    return 0;
}

static void put_id(const char *title, const char *file, bool is_needed, struct text *out) {
    struct search search = {.file = file};
    dl_iterate_phdr(visit, &search);
    if (search.is_loaded || is_needed) {
        text_put(out, title);
        text_put(out, search.id.length ? text_string(&search.id) : "unknown");
    }
    text_free(&search.id);
}

/* The architecture only. Relevant CPU features change the result of the probe; irrelevant ones
 * must not make two machines differ. */
static void put_processor(struct text *out) {
    text_put(out, " cpu-");
#if defined(__x86_64__)
    text_put(out, "x86_64");
#elif defined(__aarch64__)
    text_put(out, "aarch64");
#else
    text_put(out, "other");
#endif
}

static void put_engine(struct text *out) {
    text_put(out, "mujoco-");
    text_put_number(out, mj_version());
    put_id("-", "libmujoco.so", true, out);
    put_id(" libccd-", "libccd.so", false, out); /* other engines have it inside */
    put_id(" libm-", "libm.so", true, out);
    put_processor(out);
    text_put(out, " probe-");
    if (!probe_put(out))
        text_put(out, "unknown");
}

/* Neither files nor processor change while a process runs, and the probe takes some
 * milliseconds: constants, but for their first use. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char engine[BUILD_TEXT_MAX], program[BUILD_TEXT_MAX];

static void copy_text(char to[BUILD_TEXT_MAX], struct text *from) {
    must(from->length < BUILD_TEXT_MAX);
    memcpy(to, text_string(from), from->length + 1);
    text_free(from);
}

static void find_out(void) {
    struct text text = {0};
    put_engine(&text);
    copy_text(engine, &text);
    put_id(" program-", "", true, &text);
    copy_text(program, &text);
}

void physics_build(bool with_program, struct text *out) {
    pthread_once(&once, find_out);
    text_put(out, engine);
    text_put(out, with_program ? program : "");
}
