internal import Addresses
internal import BrowserModel
package import CommandKit
internal import RetraceStore

/// Returns the text that the address field shows for an address (A4). A URL is shown with its host
/// in Unicode unless that is deceptive, and is shortened if necessary. Other text is unchanged.
func displayText(_ address: String, width: Int? = nil) -> String {
  guard let url = URL(address), url.href == address else { return address }
  guard let width else { return displayText(of: url) }
  return displayText(of: url, width: width, suffixes: SystemSuffixes.suffixes)
}

/// Returns the text that a list shows for a URL: its host in Unicode unless that is deceptive, and
/// letters and digits of other scripts instead of escapes such as `%E6%97%A5` in its path, query
/// and fragment. The URL is shown unchanged if typing the text would not result in the same URL, or
/// if the locale supports only ASCII.
/// - Complexity: O(length).
package func shownURL(_ address: String, art: LineArt = .ofProcess) -> SafeText {
  let bytes = address.utf8
  guard art == .unicode, bytes.contains(UInt8(ascii: "%")) || encodedLabel.isIn(bytes.span.raw)
  else { return SafeText(address) }
  let shown = decoded(displayText(address))
  return SafeText(URL(shown)?.href == address ? shown : address)
}

/// The prefix of encoded labels in a host name.
private let encodedLabel = BytePattern(Array("xn--".utf8))

/// Returns the text with each run of percent-encoded bytes outside ASCII decoded, if the result is
/// unambiguous.
private func decoded(_ text: String) -> String {
  var decoded: [UInt8] = []
  var bytes = Array(text.utf8)[...]
  while let byte = bytes.first {
    let run = encodedRun(bytes)
    guard !run.isEmpty else {
      decoded.append(byte)
      bytes.removeFirst()
      continue
    }
    if let meant = String(validating: run, as: UTF8.self), meant.unicodeScalars.allSatisfy(isPlain)
    {
      decoded += run
    } else {
      decoded += bytes.prefix(3 * run.count)
    }
    bytes.removeFirst(3 * run.count)
  }
  return String(decoding: decoded, as: UTF8.self)
}

/// Returns the encoded bytes at the beginning of a text whose values are 0x80 or above. Each byte
/// is encoded as `%` and two digits.
private func encodedRun(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var run: [UInt8] = []
  var rest = bytes
  while rest.first == UInt8(ascii: "%"), rest.count >= 3,
    let byte = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16),
    byte >= 0x80
  {
    run.append(byte)
    rest = rest.dropFirst(3)
  }
  return run
}

/// Whether a character is a letter, a mark or a digit. Such a character does not look like URL
/// punctuation or a space, and is not invisible.
private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
    !scalar.properties.isDefaultIgnorableCodePoint
  default: false
  }
}
