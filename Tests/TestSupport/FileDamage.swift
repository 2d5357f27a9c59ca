/// The kinds of damage to a file of pages.
public enum FileDamage: String, CaseIterable, Sendable {
  /// The file is cut at any byte.
  case cut
  /// The file is cut after a page.
  case cutAtPage
  /// One bit is flipped.
  case bit
  /// One bit in the first two pages is flipped.
  case headBit
  /// All bytes of a page are zero.
  case zeroedPage
  /// All bytes of a page are random.
  case garbagePage
  /// 512 bytes are random.
  case garbageSector
  /// A page is replaced with a copy of another page.
  case copiedPage

  /// A damaged file.
  public struct Damaged {
    public var bytes: [UInt8]
    /// The range of the bytes that are changed or missing.
    public var changed: Range<Int>
    public let kind: FileDamage

    public init(bytes: [UInt8], changed: Range<Int>, kind: FileDamage) {
      self.bytes = bytes
      self.changed = changed
      self.kind = kind
    }

    /// Returns whether a range of the original bytes is undamaged.
    public func keeps(_ range: Range<Int>) -> Bool { !changed.overlaps(range) }
  }

  /// Returns the ranges of all copies of each record in a data file.
  ///
  /// Records begin at even offsets, and with the same byte, so few offsets have to be compared.
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
