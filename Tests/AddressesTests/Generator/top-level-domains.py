"""Writes Sources/Addresses/Typed/TopLevelDomains+Names.swift.

Reads the list of the Internet Assigned Numbers Authority, https://data.iana.org/TLD/, in its own
format (one name per line, `#` for comments). The package `validators` contains it too:

    python3 top-level-domains.py tlds-alpha-by-domain.txt
"""

import sys

names = sorted(
    line.strip().lower() for line in open(sys.argv[1])
    if line.strip() and not line.startswith("#"))
lines, line = [], ""
for name in names:
    if len(line) + len(name) > 90:
        lines.append(line)
        line = ""
    line += name + " "
lines.append(line)
text = "\\\n".join("    " + line for line in lines)
print('''// Written by Tests/AddressesTests/Generator/top-level-domains.py.
// swift-format-ignore-file

extension TopLevelDomains {
  /// The names of the root zone, a space behind each.
  static let names: StaticString = """
%s
    """
}''' % text)
