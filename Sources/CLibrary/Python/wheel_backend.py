"""Builds the wheel of the module `retrace`, with nothing but the standard library (PEP 517).

The wheel contains no library. The module loads libretrace from where `Sources/CLibrary/install` installed it.
"""

import base64
import hashlib
import pathlib
import re
import zipfile

FOLDER = pathlib.Path(__file__).parent
RELEASE = FOLDER / "../../Commands/Catalogue/Release.swift"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    found = re.search(r'version = "(.*)"', RELEASE.read_text())
    if not found:
        raise RuntimeError(f"{RELEASE} names no version")
    version = found[1]
    info = f"retrace-{version}.dist-info"
    files = {
        f"retrace/{path.name}": path.read_bytes()
        for path in sorted((FOLDER / "retrace").iterdir())
        if path.is_file()
    }
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: retrace\nVersion: {version}\n"
        "Summary: Retrace, an event-sourced model of a browser session, in Python\n"
        "License: Apache-2.0\nRequires-Python: >=3.9\n"
    ).encode()
    files[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: retrace\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = f"{info}/RECORD"
    rows = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in files.items()]
    files[record] = "".join(row + "\n" for row in [*rows, f"{record},,"]).encode()
    wheel = f"retrace-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            # A fixed time makes the wheel the same each time it is built.
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return wheel


def _digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
