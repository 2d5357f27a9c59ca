internal import Addresses
internal import BrowserModel
package import CommandKit
internal import RetraceStore

/// What the address field shows of an address (A4): a URL with its host in Unicode where that is not
/// deceptive, shortened where there is little room; words as they are.
func displayText(_ address: String, width: Int? = nil) -> String {
  guard let url = URL(address), url.href == address else { return address }
  guard let width else { return displayText(of: url) }
  return displayText(of: url, width: width, suffixes: SystemSuffixes.suffixes)
}

/// What a list shows of a URL: its host in Unicode where that is not deceptive, and the letters and digits
/// of other scripts that its path, query and fragment have as `%E6%97%A5`. Typed in, it is the same
/// URL; one of which that cannot be said is shown as it is, and so is each where the locale has ASCII alone.
///
/// O(length).
package func shownURL(_ address: String, art: LineArt = .ofProcess) -> SafeText {
  let bytes = address.utf8
  guard art == .unicode, bytes.contains(UInt8(ascii: "%")) || encodedLabel.isIn(bytes.span.raw)
  else { return SafeText(address) }
  let shown = decoded(displayText(address))
  return SafeText(URL(shown)?.href == address ? shown : address)
}

/// What each label of a host begins with that stands for one in Unicode.
private let encodedLabel = BytePattern(Array("xn--".utf8))

/// The text with each run of percent-encoded bytes outside ASCII as what it means, where that is to
/// be seen for what it is.
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

/// The bytes from 80 on that a text begins with, each as `%` and two digits.
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

/// Whether a character is a letter, a mark or a digit: nothing that looks like the punctuation of
/// a URL, like a space or like nothing.
private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
    .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
    !scalar.properties.isDefaultIgnorableCodePoint
  default: false
  }
}
