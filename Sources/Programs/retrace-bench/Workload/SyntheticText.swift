/// Generated addresses, titles and hosts in UTF-8, each determined by a number.
enum SyntheticText {
  /// The number of hosts.
  static let hostCount = 5_000

  private static let words: [[UInt8]] = [
    "news", "mail", "shop", "wiki", "maps", "docs", "photo", "music", "video", "forum", "travel",
    "garden", "kitchen", "weather", "science", "history", "library", "network", "station",
    "market", "bicycle", "mountain", "river", "harbour", "castle", "painting", "orchestra",
    "theatre", "language", "grammar", "physics", "chemistry",
  ].map { Array($0.utf8) }
  private static let domains: [[UInt8]] = [".example", ".example.org", ".example.com", ".test"]
    .map { Array($0.utf8) }

  /// Appends an address of 55 to 131 bytes.
  static func appendAddress(_ number: Int, to bytes: inout ContiguousArray<UInt8>) {
    var random = SplitMix64(seed: UInt64(number) &* 0x1F3)
    let end = bytes.count + 55 + random.below(77)
    bytes.append(contentsOf: "https://".utf8)
    appendHost(random.below(hostCount), to: &bytes)
    while bytes.count < end {
      bytes.append(UInt8(ascii: "/"))
      bytes.append(contentsOf: words[random.below(words.count)])
      bytes.append(UInt8(ascii: "-"))
      appendNumber(random.below(1 << 20), to: &bytes)
    }
    bytes.removeLast(bytes.count - end)
  }

  static func appendHost(_ number: Int, to bytes: inout ContiguousArray<UInt8>) {
    let mixed = Int(truncatingIfNeeded: SplitMix64.mixed(UInt64(number)) >> 1)
    bytes.append(contentsOf: words[mixed % words.count])
    appendNumber(number, to: &bytes)
    bytes.append(contentsOf: domains[mixed / words.count % domains.count])
  }

  /// Appends a title of 20 to 59 bytes.
  static func appendTitle(_ number: Int, to bytes: inout ContiguousArray<UInt8>) {
    var random = SplitMix64(seed: UInt64(number) &* 0x2A7 &+ 1)
    let end = bytes.count + 20 + random.below(40)
    while bytes.count < end {
      bytes.append(contentsOf: words[random.below(words.count)])
      bytes.append(UInt8(ascii: " "))
    }
    bytes.removeLast(bytes.count - end)
  }

  private static func appendNumber(_ number: Int, to bytes: inout ContiguousArray<UInt8>) {
    if number >= 10 { appendNumber(number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
