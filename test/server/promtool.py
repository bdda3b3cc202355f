"""promtool.py: finds Prometheus' promtool, or takes it out of Debian's package, which would start a daemon if it were
installed. It is kept in build/promtool. `path` gives None, and says why, where the package cannot be downloaded."""

import pathlib
import shutil
import subprocess
import tempfile

from tavern import TOP

KEPT = TOP / "build" / "promtool"


def download(folder):
    """The package in this folder, unpacked; the reason why not."""
    for command in (["apt-get", "-q", "download", "prometheus"], ["sh", "-c", "dpkg -x prometheus_*.deb ."]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            return done.stderr.strip().splitlines()[-1:] or ["no reason given"]
    return None


def path():
    found = shutil.which("promtool")
    if found or KEPT.exists():
        return found or str(KEPT)
    if not (shutil.which("apt-get") and shutil.which("dpkg")):
        print("# promtool is not here, and neither are apt-get and dpkg to download it")
        return None
    KEPT.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT.parent, prefix="promtool-") as folder:
        why = download(folder)
        if why:
            print("# promtool cannot be downloaded:", *why)
            return None
        pathlib.Path(folder, "usr/bin/promtool").replace(KEPT)
    return str(KEPT)
