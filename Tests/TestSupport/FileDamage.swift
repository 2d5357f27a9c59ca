/// Kinds of damage in a file of pages.
public enum FileDamage: String, CaseIterable, Sendable {
  /// The file ends at any offset.
  case cut
  /// The file ends after a page.
  case cutAtPage
  /// One bit is flipped.
  case bit
  /// One bit in the first two pages is flipped.
  case headBit
  /// A page is filled with zeros.
  case zeroedPage
  /// A page is filled with random bytes.
  case garbagePage
  /// A sector of 512 bytes is filled with random bytes.
  case garbageSector
  /// A page is overwritten with a copy of another page.
  case copiedPage

  /// The result of damage.
  public struct Damaged {
    public var bytes: [UInt8]
    /// The range of changed or missing bytes.
    public var changed: Range<Int>
    public let kind: FileDamage

    public init(bytes: [UInt8], changed: Range<Int>, kind: FileDamage) {
      self.bytes = bytes
      self.changed = changed
      self.kind = kind
    }

    /// Whether these bytes of the original file are unchanged.
    public func keeps(_ range: Range<Int>) -> Bool { !changed.overlaps(range) }
  }

  /// The offsets of all copies of each record in a data file.
  ///
  /// A record begins at an even offset and with its first byte, so few offsets must be compared.
  public static func places(of records: [[UInt8]], in bytes: [UInt8]) -> [[Range<Int>]] {
    var starts: [[UInt8]: [Int]] = [:]
    for place in stride(from: 0, to: bytes.count - 12, by: 2) where bytes[place] == 0x0D {
      starts[Array(bytes[place..<place + 12]), default: []].append(place)
    }
    return records.map { record in
      (starts[Array(record[..<12])] ?? []).map { $0..<$0 + record.count }.filter {
        $0.upperBound <= bytes.count && record[...] == bytes[$0]
      }
    }
  }

  /// Damages a file. The same number always causes the same damage.
  public static func damage(_ bytes: [UInt8], number: Int, pageBytes: Int = 4_096) -> Damaged {
    var random = SplitMix64(seed: UInt64(number))
    let kind = allCases[number % allCases.count]
    let pages = bytes.count / pageBytes
    func page() -> Range<Int> {
      let start = random.below(pages) * pageBytes
      return start..<start + pageBytes
    }
    var damaged = Damaged(bytes: bytes, changed: 0..<0, kind: kind)
    switch kind {
    case .cut: damaged.changed = random.below(bytes.count)..<bytes.count
    case .cutAtPage: damaged.changed = random.below(pages) * pageBytes..<bytes.count
    case .bit, .headBit:
      let place =
        kind == .bit
        ? random.below(bytes.count) : random.below(2) * pageBytes + 16 + random.below(136)
      damaged.bytes[place] ^= 1 << random.below(8)
      damaged.changed = place..<place + 1
    case .zeroedPage:
      damaged.changed = page()
      for place in damaged.changed { damaged.bytes[place] = 0 }
    case .garbagePage:
      damaged.changed = page()
      for place in damaged.changed { damaged.bytes[place] = UInt8(random.below(256)) }
    case .garbageSector:
      let start = random.below(bytes.count / 512) * 512
      damaged.changed = start..<start + 512
      for place in damaged.changed { damaged.bytes[place] = UInt8(random.below(256)) }
    case .copiedPage:
      let (source, target) = (page(), page())
      damaged.changed = target
      damaged.bytes.replaceSubrange(target, with: bytes[source])
    }
    if kind == .cut || kind == .cutAtPage {
      damaged.bytes.removeSubrange(damaged.changed)
    }
    return damaged
  }
}
