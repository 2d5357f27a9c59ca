internal import Addresses
internal import BrowserModel
internal import Platform

/// Finds forgotten addresses inside other texts. The addresses can be plain, escaped (`%2F`), or
/// escaped several times, as in the queries of other URLs.
struct AddressSearch: Sendable {
  /// The way to read a text.
  enum Reading: Equatable {
    /// As a URL. The position of an address inside the URL determines whether the address ends at
    /// `&` or `#`.
    case url
    /// As words. An address ends at a space. If `withNames` is true, a site's bare name also counts
    /// as an address. Otherwise, only text with a scheme or `//` counts.
    case words(withNames: Bool)
  }

  private let matcher: PageMatcher
  /// The byte sequences of which every matching address contains at least one.
  private let anchors: [[UInt8]]
  private let patterns: [BytePattern]
  /// Whether the host has a dot. A host without a dot is an ordinary word, and counts only after a
  /// scheme.
  private let isName: Bool

  /// Prepares a search for the addresses of a matcher.
  init(_ matcher: PageMatcher) {
    self.matcher = matcher
    anchors = matcher.anchors
    patterns = anchors.map { BytePattern($0) }
    isName = matcher.host?.utf8.contains(UInt8(ascii: ".")) ?? false
  }

  /// The maximum number of times that an address may be escaped.
  private static let deepest = 3

  /// Returns the ranges of bytes to remove from a text, in order and without overlaps.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - reading: The way to read the text.
  /// - Complexity: O(bytes), and one parse of a URL for each occurrence of the host.
  func ranges(in text: String, _ reading: Reading) -> [Range<Int>] {
    guard mayHold(text) else { return [] }
    var layer = Layer(text)
    var found: [Range<Int>] = []
    for depth in 0...Self.deepest {
      let small = PageMatcher.lowercased(layer.bytes)
      for anchor in anchors {
        for start in Self.occurrences(of: anchor, in: small) {
          let range = start..<(start + anchor.count)
          if let address = address(around: range, of: layer, reading, depth) {
            found.append(layer.places[address.lowerBound]..<layer.places[address.upperBound])
          }
        }
      }
      guard let next = layer.unescaped() else { break }
      layer = next
    }
    return Self.merged(found)
  }

  /// Whether a text may contain a match.
  private func mayHold(_ text: String) -> Bool {
    mayHold(text.utf8.span.raw)
  }

  /// Whether bytes may contain a match. Nearly all texts and records contain neither the host nor
  /// escapes.
  func mayHold(_ bytes: RawSpan) -> Bool {
    let hasEscape = unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe memchr(start, Int32(UInt8(ascii: "%")), bytes.count) != nil
    }
    return hasEscape || patterns.contains { $0.isIn(bytes) }
  }

  /// Sorts ranges and joins adjacent ones.
  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, last.upperBound >= range.lowerBound {
        merged[merged.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  // MARK: One address

  /// Returns the complete address around an occurrence of the host, or nil if the occurrence is
  /// part of something else.
  private func address(
    around host: Range<Int>, of layer: Layer, _ reading: Reading, _ depth: Int
  ) -> Range<Int>? {
    let bytes = layer.bytes
    guard matcher.host != nil else { return exactly(host, of: layer, reading) }
    guard Self.isWhole(bytes, host) else { return nil }
    var name = host.lowerBound
    if matcher.isSite {
      while name > 0, Self.isNameByte(bytes[name - 1]) { name -= 1 }
      // Digits of an escape before the name are not part of the name.
      while name < host.lowerBound, layer.isInsideEscape(name) { name += 1 }
    } else if name > 0, bytes[name - 1] == UInt8(ascii: ".") {
      return nil
    }
    let (start, hasScheme) = Self.schemeStart(bytes, name)
    if !hasScheme {
      guard isName, reading != .words(withNames: false) else { return nil }
      // An email address does not name a page.
      if !matcher.isSite, name > 0, bytes[name - 1] == UInt8(ascii: "@") { return nil }
    }
    // The address at the beginning of a URL is the URL itself, which is matched elsewhere.
    if !matcher.isSite, hasScheme, reading == .url, start == 0 { return nil }
    // Only a site's bare name ends before escapes. In a page's address, following escapes belong to
    // the address and may make it that of another page.
    let carrier = layer.carrier(
      of: start, slashesBefore: name, reading, hasScheme || !matcher.isSite, depth)
    let ends = Self.ends(after: host.upperBound, in: layer, carrier)
    if matcher.isSite { return start..<ends[0] }
    let candidates = matcher.matchesLongerAddresses ? ends.prefix(1) : ends[...]
    return candidates.lazy.map { start..<$0 }.first { matches($0, of: layer, hasScheme) }
  }

  /// Returns the occurrence of a URL without a host, such as `about:config`, if the occurrence is a
  /// separate word.
  private func exactly(
    _ range: Range<Int>, of layer: Layer, _ reading: Reading
  ) -> Range<Int>? {
    let bytes = layer.bytes
    if reading == .url, range.lowerBound == 0 { return nil }
    func isEnd(_ index: Int) -> Bool {
      !bytes.indices.contains(index) || Self.endsWords(bytes, index)
        || "&#,;.!?)]'=".utf8.contains(bytes[index])
    }
    return isEnd(range.lowerBound - 1) && isEnd(range.upperBound) ? range : nil
  }

  /// Whether a part of a text is a URL that the matcher matches.
  private func matches(_ range: Range<Int>, of layer: Layer, _ hasScheme: Bool) -> Bool {
    var text = String(decoding: layer.bytes[range], as: UTF8.self)
    if !hasScheme { text = matcher.scheme + (text.hasPrefix("//") ? ":" : "://") + text }
    guard let url = URL(text) else { return false }
    return matcher.matches(url: url.href)
  }

  /// Returns the start of the `scheme://` or `//` before a host, skipping any credentials between
  /// them.
  private static func schemeStart(_ bytes: [UInt8], _ host: Int) -> (start: Int, hasScheme: Bool) {
    var start = host
    if start > 0, bytes[start - 1] == UInt8(ascii: "@") {
      var name = start - 1
      while name > 0, !"/?#&=".utf8.contains(bytes[name - 1]), !endsWords(bytes, name - 1) {
        name -= 1
      }
      if name > 1, bytes[name - 1] == 0x2F, bytes[name - 2] == 0x2F { start = name }
    }
    guard start > 1, bytes[start - 1] == 0x2F, bytes[start - 2] == 0x2F else {
      return (host, false)
    }
    start -= 2
    guard start > 0, bytes[start - 1] == UInt8(ascii: ":") else { return (start, false) }
    var scheme = start - 1
    while scheme > 0, isSchemeByte(bytes[scheme - 1]) { scheme -= 1 }
    return scheme < start - 1 ? (scheme, true) : (start, false)
  }

  /// Returns the possible ends of an address, the most likely first, based on the surrounding URL
  /// or sentence.
  private static func ends(after host: Int, in layer: Layer, _ carrier: Carrier) -> [Int] {
    var end = host
    while end < layer.bytes.count, !carrier.ends(at: end, of: layer) { end += 1 }
    guard carrier.isSentence else {
      // An unescaped URL inside another URL may itself contain these bytes.
      let further = (end..<layer.bytes.count).filter { carrier.ends(at: $0, of: layer) && $0 > end }
      let rest = end < layer.bytes.count ? [layer.bytes.count] : []
      return [end] + further.prefix(64) + rest
    }
    var ends = [end]
    while end > host, ".,;:!?)]}'*".utf8.contains(layer.bytes[end - 1]) {
      end -= 1
      ends.append(end)
    }
    return ends.reversed()
  }

  // MARK: Bytes

  /// Returns the offsets at which `searchPattern` occurs in `bytes`.
  static func occurrences(of searchPattern: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard let first = searchPattern.first, bytes.count >= searchPattern.count else { return [] }
    return (0...bytes.count - searchPattern.count).filter { start in
      bytes[start] == first
        && bytes[start..<(start + searchPattern.count)].elementsEqual(searchPattern)
    }
  }

  /// Whether a host is complete: `example.com` is complete in `www.example.com/`, but not in
  /// `myexample.com` or `example.com.evil`.
  static func isWhole(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    func isLetter(_ index: Int) -> Bool {
      bytes.indices.contains(index) && isLabelByte(bytes[index])
    }
    let end = range.upperBound
    let goesOn = bytes.indices.contains(end) && bytes[end] == UInt8(ascii: ".") && isLetter(end + 1)
    // The two characters after a percent sign are an escape, as in %2Fexample.com.
    let isEscaped =
      range.lowerBound >= 3 && bytes[range.lowerBound - 3] == UInt8(ascii: "%")
    return (isEscaped || !isLetter(range.lowerBound - 1)) && !isLetter(end) && !goesOn
  }

  /// Whether a byte can be part of a label of a host, including bytes of non-ASCII characters.
  private static func isLabelByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), 0x80...: true
    default: false
    }
  }

  /// Whether a byte can be part of a name of ASCII labels.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte < 0x80 && isLabelByte(byte)
  }

  /// Whether a byte can be part of a scheme.
  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    byte < 0x80 && isLabelByte(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }

  /// Whether a byte is white space, a quotation mark, an angle bracket, or part of a typographic
  /// quotation mark. Any of these can surround an address in a sentence.
  fileprivate static func endsWords(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): return true
    case 0xE2:
      return index + 2 < bytes.count && bytes[index + 1] == 0x80
        && [0x98, 0x99, 0x9C, 0x9D, 0x9E].contains(bytes[index + 2])
    case 0x80...0xBF:
      return index >= 2 && bytes[index - 2] == 0xE2 && bytes[index - 1] == 0x80
        && [0x98, 0x99, 0x9C, 0x9D, 0x9E].contains(bytes[index])
    default: return false
    }
  }
}

/// A text with its escapes resolved a number of times, and the original position of each byte.
private struct Layer {
  /// The text with its escapes resolved.
  private(set) var bytes: [UInt8]
  /// The original position of each byte, followed by the length of the text.
  private(set) var places: [Int]
  /// The original text.
  private let source: [UInt8]

  init(_ text: String) {
    source = Array(text.utf8)
    bytes = source
    places = Array(0...source.count)
  }

  /// Returns the text with its escapes resolved again, or nil if it contains no escapes.
  func unescaped() -> Layer? {
    guard bytes.contains(UInt8(ascii: "%")) else { return nil }
    var next = self
    next.bytes = []
    next.places = []
    var position = 0
    while position < bytes.count {
      next.places.append(places[position])
      if let byte = escape(at: position) {
        next.bytes.append(byte)
        position += 3
      } else {
        next.bytes.append(bytes[position])
        position += 1
      }
    }
    next.places.append(places[bytes.count])
    return next.bytes.count < bytes.count ? next : nil
  }

  /// Returns the byte that an escape encodes, or nil if no escape begins at the index.
  private func escape(at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = Self.digit(bytes[index + 1]), let low = Self.digit(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// Whether a byte is one of the two digits of an escape.
  func isInsideEscape(_ index: Int) -> Bool {
    index >= 1 && escape(at: index - 1) != nil || index >= 2 && escape(at: index - 2) != nil
  }

  /// Returns the original byte at an index, or 0 if it was escaped.
  func sourceByte(_ index: Int) -> UInt8 {
    places[index + 1] - places[index] == 1 ? source[places[index]] : 0
  }

  /// Returns the surroundings of an address that begins at an index.
  func carrier(
    of start: Int, slashesBefore name: Int, _ reading: AddressSearch.Reading, _ hasScheme: Bool,
    _ depth: Int
  ) -> Carrier {
    var carrier = Carrier(isEscaped: depth > 0, hasScheme: hasScheme)
    var first = start
    if reading == .url {
      first = 0
    } else {
      while first > 0, !AddressSearch.endsWords(bytes, first - 1) { first -= 1 }
    }
    let before = source[places[first]..<places[start]]
    if before.contains(UInt8(ascii: "#")) {
      carrier.stops = Array("&".utf8)
    } else if before.contains(UInt8(ascii: "?")) {
      carrier.stops = Array("&#".utf8)
    } else if (start..<name).contains(where: { bytes[$0] == 0x2F && sourceByte($0) == 0 }) {
      carrier.stops = Array("/?#&".utf8)
    }
    carrier.isSentence = reading != .url && carrier.stops.isEmpty
    return carrier
  }
}

/// The surroundings of an address, which determine its end.
private struct Carrier {
  /// Whether the address was escaped.
  let isEscaped: Bool
  let hasScheme: Bool
  /// Whether the address is a word of a sentence, not part of another URL.
  var isSentence = false
  /// The bytes that end the address, unless they were escaped.
  var stops: [UInt8] = []

  /// Whether an address ends before a byte.
  func ends(at index: Int, of layer: Layer) -> Bool {
    let (byte, source) = (layer.bytes[index], layer.sourceByte(index))
    if isSentence { return AddressSearch.endsWords(layer.bytes, index) }
    if stops.contains(source) { return true }
    // A plus is a space in a query. After a bare name, only a path can follow.
    if isEscaped, byte <= 0x20 || source == UInt8(ascii: "+") { return true }
    return !hasScheme && (byte == UInt8(ascii: "%") || source == UInt8(ascii: "+"))
  }
}
