"""Writes the archive of a platform: tar.xz, or zip for Windows.

    python3 tests/packages/archive.py FOLDER FILE

The archive has one folder, with the name of the file. Times come from SOURCE_DATE_EPOCH, owners are left out: the same
folder gives the same archive.
"""

import lzma
import os
import stat
import sys
import tarfile
import time
import zipfile
from pathlib import Path


def main(folder, file):
    folder, file = Path(folder), Path(file)
    top = file.name.removesuffix(".tar.xz").removesuffix(".zip")
    paths = sorted(path for path in folder.rglob("*"))
    write = write_zip if file.suffix == ".zip" else write_tar
    write(file, [(path, f"{top}/{path.relative_to(folder).as_posix()}") for path in paths])
    print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")


def moment():
    return int(os.environ.get("SOURCE_DATE_EPOCH", "1700000000"))


def level():
    """How much to compress: 9, or less to try the scripts."""
    return int(os.environ.get("DIST_LEVEL", "9"))


def mode_of(path):
    return 0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644


def write_tar(file, entries):
    # A window as large as the program finds more repetitions.
    best = [{"id": lzma.FILTER_X86} if "x86_64" in file.name else None,
            {"id": lzma.FILTER_LZMA2, "preset": level(), "dict_size": 64 << 20}]
    filters = [each for each in best if each]
    with lzma.open(file, "wb", filters=filters) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for path, name in entries:
            about = archive.gettarinfo(str(path), name)
            about.mtime, about.uid, about.gid, about.uname, about.gname = moment(), 0, 0, "", ""
            if not about.issym():
                about.mode = mode_of(path)
            if about.isreg():
                with open(path, "rb") as content:
                    archive.addfile(about, content)
            else:
                archive.addfile(about)


def write_zip(file, entries):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=level()) as archive:
        for path, name in entries:
            if path.is_dir():
                continue
            about = zipfile.ZipInfo(name, time.gmtime(max(moment(), 315532800))[:6])
            about.compress_type = zipfile.ZIP_DEFLATED
            about.external_attr = (stat.S_IFREG | mode_of(path)) << 16
            archive.writestr(about, path.read_bytes(), compresslevel=level())


if __name__ == "__main__":
    main(*sys.argv[1:])
