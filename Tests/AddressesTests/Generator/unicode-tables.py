"""Writes the tables of Sources/Core/Addresses/IDNA/UnicodeTables.swift.

Needs the packages `idna` (the UTS 46 mapping table) and `unicodedata2` (character properties), both
for the same version of Unicode:

    pip install idna==3.13 unicodedata2==17.0.1
    python3 unicode-tables.py > ../../../Sources/Core/Addresses/IDNA/UnicodeTables.swift

The format of the tables is described in Sources/Core/Addresses/IDNA/PackedTable.swift.
"""

import bisect
import inspect
import re

import unicodedata2 as unicode
from idna import idnadata, uts46data

assert uts46data.__version__ == unicode.unidata_version
LAST = 0x10FFFF
VALID, DISALLOWED, IGNORED, SHIFTED, ALTERNATING, TEXT = range(6)


def number(value):
    digits = ""
    while value >= 32:
        digits += chr(0x50 + (value & 31))
        value >>= 5
    return digits + chr(0x30 + value)


def packed(records):
    """Returns the records of a table, which consist of a key and a value, as text."""
    text = ""
    last = 0
    for key, _ in records:
        text += number(key - last)
        last = key
    last = 0
    for _, value in records:
        difference = value - last
        text += number(2 * difference if difference >= 0 else -2 * difference - 1)
        last = value
    return text


# Status and mapping of each code point.

rows = uts46data.uts46data
starts = [row[0] for row in rows]


def entry(code):
    row = rows[bisect.bisect_right(starts, code) - 1]
    if row[1] in "VD":
        return VALID, None
    if row[1] == "I":
        return IGNORED, None
    if row[1] == "M":
        return TEXT, row[2]
    assert row[1] == "X", row
    return DISALLOWED, None


entries = [entry(code) for code in range(LAST + 1)]
valid = [kind == VALID for kind, _ in entries]
pool = bytearray()


def pooled(data):
    place = pool.find(data)
    if place < 0:
        place = len(pool)
        pool.extend(data)
    return place


def single(code):
    kind, text = entries[code]
    return ord(text) if kind == TEXT and len(text) == 1 else None


def run(code, step):
    """Returns how far the entries follow a rule, starting at a code point."""
    end = code
    while end <= LAST and step(end):
        end += 1
    return end - code


def mapping_records():
    code = 0
    while code <= LAST:
        kind, text = entries[code]
        if kind != TEXT:
            length = run(code, lambda c: entries[c][0] == kind)
            yield code, kind, 0
            code += length
            continue
        size = len(text.encode())
        alternating = run(
            code, lambda c: single(c) == c + 1 if (c - code) % 2 == 0 else entries[c][0] == VALID)
        target = single(code)
        shifted = 0 if target is None else run(
            code, lambda c: single(c) == target + c - code)
        texts = run(
            code, lambda c: entries[c][0] == TEXT and len(entries[c][1].encode()) == size)
        if alternating >= 4:
            yield code, ALTERNATING, 0
            code += alternating
        elif shifted >= 3 or shifted == texts:
            yield code, SHIFTED, target
            code += shifted
        else:
            # A longer shifted run inside this run ends it.
            length = 1
            while length < texts:
                inner = single(code + length)
                if inner is not None and run(
                        code + length,
                        lambda c: single(c) == inner + c - code - length) >= 6:
                    break
                if run(code + length, lambda c: single(c) == c + 1
                       if (c - code - length) % 2 == 0 else entries[c][0] == VALID) >= 6:
                    break
                length += 1
            data = b"".join(entries[c][1].encode() for c in range(code, code + length))
            yield code, TEXT, pooled(data) << 6 | size
            code += length


mapping = list(mapping_records())


# Properties of the valid code points. Other code points are rejected before.

BIDI = ["L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"]
JOINING = {"U": 0, "L": 1, "R": 2, "D": 3, "T": 4}


def joining_type(code):
    data = idnadata.joining_types
    kind = data().get(code) if callable(data) else data.get(code)
    if kind is None:
        return 0
    kind = chr(kind) if isinstance(kind, int) else kind
    return JOINING.get(kind, JOINING["D"] if kind == "C" else 0)


def properties(code):
    character = chr(code)
    bidi = unicode.bidirectional(character)
    number = BIDI.index(bidi) if bidi in BIDI else len(BIDI)
    mark = unicode.category(character).startswith("M")
    return (joining_type(code) << 13 | mark << 12 | number << 8
            | unicode.combining(character))


property_records = []
for code in range(LAST + 1):
    if not valid[code]:
        continue
    value = properties(code)
    if not property_records or property_records[-1][1] != value:
        property_records.append((code, value))
property_records[0] = (0, property_records[0][1])


# Pairs that compose. Other code points with a canonical decomposition are mapped before.

pairs = []
for code in range(LAST + 1):
    decomposition = unicode.decomposition(chr(code))
    if not decomposition or decomposition.startswith("<") or 0xAC00 <= code <= 0xD7A3:
        continue
    parts = [int(part, 16) for part in decomposition.split()]
    if unicode.normalize("NFC", chr(code)) == chr(code):
        assert len(parts) == 2
        pairs.append((parts[0], parts[1], code))
    else:
        assert not valid[code], hex(code)
pairs.sort()


# The file.

def literal(text):
    lines = [text[at:at + 92] for at in range(0, len(text), 92)]
    return '#"""\n' + "\\#\n".join("    " + line for line in lines) + '\n    """#'


def pool_literal():
    tokens = []
    for character in pool.decode():
        code = ord(character)
        plain = 0x21 <= code < 0x7F and character not in '"\\'
        tokens.append(character if plain else "\\u{%X}" % code)
    lines, line = [], ""
    for token in tokens:
        if len(line) + len(token) > 92:
            lines.append(line)
            line = ""
        line += token
    lines.append(line)
    return '"""\n' + "\\\n".join("    " + line for line in lines) + '\n    """'


print("""// Written by Tests/AddressesTests/Generator/unicode-tables.py from Unicode %s.
// swift-format-ignore-file

/// The Unicode data for domains.
enum UnicodeTables {
  /// The ranges of equal status: first code point and kind, with value.
  static let mapping = PackedTable(%s)

  /// The concatenated texts that code points map to.
  static let mappedTexts: StaticString = %s

  /// The ranges of equal properties: first code point, with properties.
  static let properties = PackedTable(%s)

  /// The pairs that compose: first and second code point, with composite.
  static let compositions = PackedTable(%s)

  /// Composed code points, with the index of their pair in ``compositions``.
  static let decompositions = compositions.inverse
}""" % (
    unicode.unidata_version,
    literal(packed([(code << 3 | kind, value) for code, kind, value in mapping])),
    pool_literal(),
    literal(packed(property_records)),
    literal(packed([(a << 24 | b, c) for a, b, c in pairs]))))
