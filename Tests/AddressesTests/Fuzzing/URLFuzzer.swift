import Addresses

/// What libFuzzer calls; `fuzz` beside this file builds and runs it.
///
/// The first byte chooses the base and which member is set first; texts follow, divided by 0xFF: one
/// to parse, and values to set.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let choice = input.first else { return 0 }
  let texts = input.dropFirst().split(separator: 0xFF, omittingEmptySubsequences: false)
  try! URLFuzzer(choice: Int(choice)).run(texts.map { Array($0) })
  return 0
}

private struct URLFuzzer {
  struct Finding: Error {
    let texts: [String]
    let faults: [String]
  }

  let choice: Int

  private static let bases: [WebURL?] =
    [nil]
    + [
      "https://example.org/a/b?c#d", "file:///C:/d/e", "x:/.//p", "x:o", "x://h:1/p?q",
      "mailto:a@b",
    ].map { WebURL($0) }

  func run(_ texts: [[UInt8]]) throws(Finding) {
    let base = Self.bases[choice % Self.bases.count]
    let words = texts.map { String(decoding: $0, as: UTF8.self) }
    let bytes = texts[0]
    let parsed = WebURL(words[0], base: base)
    let parsedFromBytes = WebURL(utf8: bytes.span, base: base)
    guard parsed == parsedFromBytes else {
      throw Finding(texts: words, faults: ["bytes and text are not parsed alike"])
    }
    guard var url = parsed else { return }
    try check(url, words)
    for (place, value) in words.enumerated().dropFirst() {
      url.set(WebURL.members[(choice + place) % WebURL.members.count], to: value)
      try check(url, words)
    }
    _ = displayText(of: url)
  }

  private func check(_ url: WebURL, _ words: [String]) throws(Finding) {
    let faults = url.faults
    guard faults.isEmpty else { throw Finding(texts: words, faults: faults) }
  }
}
