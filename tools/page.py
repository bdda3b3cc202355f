#!/usr/bin/env python3
"""Builds the page in web/ and converts it to a C file, so that the program contains it.

    page.py build WEB OUT.c DEPFILE MADE...   installs the packages of package-lock.json, builds, packs
    page.py pack DIR OUT.c                    packs a page that was built elsewhere

MADE are generated files that the page needs: the types of the protocol and the catalogues. Each file is
stored uncompressed and, where that is shorter, with gzip and with Brotli. web/.cache keeps the result for
unchanged sources, because the program is built several times (gcc, clang, release).
"""
import fcntl
import gzip
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".woff2": "font/woff2",
         ".json": "application/json", ".webmanifest": "application/manifest+json", ".png": "image/png",
         ".txt": "text/plain; charset=utf-8"}
CONFIG = ["package.json", "package-lock.json", ".npmrc", "tsconfig.json", "vite.config.ts", "index.html",
          "plain.html"]
# The two pages: the drawn one, served for every address of a page, and the plain one below /plain.
ENTRIES = {"/index.html": "", "/plain.html": "/plain"}


def sources(web):
    """The source files of the page, without generated ones."""
    files = [web / name for name in CONFIG]
    for folder in ("src", "public"):
        files += [path for path in (web / folder).rglob("*") if path.is_file()]
    return sorted(files)


def fingerprint(web, made):
    digest = hashlib.sha256()
    for path in [*sources(web), *made]:
        name = path.relative_to(web).as_posix() if web in path.parents else path.name
        data = path.read_bytes()
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:16]


def run(command, web, **more):
    result = subprocess.run(command, cwd=web, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, **more}, check=False)
    if result.returncode:
        sys.exit(f"{result.stdout}\npage.py: this failed: {' '.join(map(str, command))}")


def install(web):
    """Installs node_modules as locked, without running install scripts."""
    lock = (web / "package-lock.json").read_bytes()
    stamp = web / "node_modules/.spelunke"
    wanted = hashlib.sha256(lock).hexdigest()
    if not stamp.is_file() or stamp.read_text() != wanted:
        run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], web)
        stamp.write_text(wanted)


def build(web, made):
    """Builds the page unless it is cached; returns its folder."""
    cache = web / ".cache"
    cache.mkdir(exist_ok=True)
    with open(cache / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = cache / fingerprint(web, made)
        if (done / "index.html").is_file():
            return done
        install(web)
        (web / "made").mkdir(exist_ok=True)
        for path in made:
            shutil.copyfile(path, web / "made" / path.name)
        shutil.rmtree(cache / "new", ignore_errors=True)
        run(["node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], web,
            SPELUNKE_PAGE=str(cache / "new"))
        for old in cache.iterdir():
            if old.is_dir() and old.name != "new":
                shutil.rmtree(old)
        (cache / "new").rename(done)
        return done


def brotli(data):
    return subprocess.run(["brotli", "--quality=11", "--stdout", "-"], input=data, stdout=subprocess.PIPE,
                          check=True).stdout


def literal(data):
    """Bytes as C string literals. Octal escapes have three digits, so that a following digit is not part of them."""
    plain = {10: "\\n", 34: '\\"', 92: "\\\\", 63: "\\?"}
    signs = [plain.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in data]
    lines = [f'    "{"".join(signs[at:at + 80])}"' for at in range(0, len(signs), 80)]
    return "\n".join(lines) or '    ""'


def pack(folder, out):
    rows, bytes_of = [], []
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        name = "/" + path.relative_to(folder).as_posix()
        data = path.read_bytes()
        forms = [data, gzip.compress(data, 9, mtime=0), brotli(data)]
        number = len(rows)
        names, sizes = [], []
        for i, form in enumerate(forms):
            is_worth = i == 0 or len(form) < len(data)
            names.append(f"file_{number}_{i}" if is_worth else "NULL")
            sizes.append(str(len(form) if is_worth else 0))
            if is_worth:
                bytes_of.append(f"static const char file_{number}_{i}[] =\n{literal(form)};")
        if path.suffix not in TYPES:
            sys.exit(f"page.py: no type is known for {name}")
        where = ENTRIES.get(name, name)
        immutable = "true" if name.startswith("/assets/") else "false"
        rows.append(f'    {{"{where}", "{TYPES[path.suffix]}", {{{", ".join(names)}}}, {{{", ".join(sizes)}}}, '
                    f'{immutable}}},')
    out.write_text("\n".join(["/* Made by tools/page.py. */", '#include "page.h"', "",
                              "/* ISO C guarantees 4095 bytes; gcc and clang accept more. */",
                              '#pragma GCC diagnostic ignored "-Woverlength-strings"', "", *bytes_of, "",
                              "const struct page_file page_files[] = {", *rows,
                              "    {0},", "};", ""]), encoding="ascii")


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, end="")
        sys.exit()
    if len(sys.argv) >= 6 and sys.argv[1] == "build":
        web, out, depfile = (pathlib.Path(word).resolve() for word in sys.argv[2:5])
        made = [pathlib.Path(word).resolve() for word in sys.argv[5:]]
        pack(build(web, made), out)
        depfile.write_text(f"{sys.argv[3]}: " + " ".join(map(str, sources(web))) + "\n", encoding="utf-8")
    elif len(sys.argv) == 4 and sys.argv[1] == "pack":
        folder = pathlib.Path(sys.argv[2])
        if not (folder / "index.html").is_file():
            sys.exit(f"page.py: there is no index.html in {folder}")
        pack(folder, pathlib.Path(sys.argv[3]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
