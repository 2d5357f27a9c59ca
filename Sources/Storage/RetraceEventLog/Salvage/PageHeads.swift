/// The two head pages of a data file, each of which may be damaged.
struct PageHeads {
  /// The head pages by number. A damaged head page is nil.
  private(set) var heads: [PageHead?]

  /// The head page of the newest state, or nil if both head pages are damaged.
  var newest: PageHead? {
    heads.compactMap { $0 }.max { $0.transaction < $1.transaction }
  }

  /// Whether both head pages are intact and their states are one commit apart.
  var areSound: Bool {
    guard let first = heads[0], let second = heads[1], first.pageBytes == second.pageBytes else {
      return false
    }
    let (lower, higher) = (
      min(first.transaction, second.transaction), max(first.transaction, second.transaction)
    )
    return higher - lower == 1 || higher == 0
  }

  /// Reads both head pages.
  ///
  /// Another process may be writing a head page at this moment. If something looks damaged, the
  /// pages are read again until two consecutive reads return the same bytes.
  init(_ descriptor: Int32) {
    var previous = Self.read(descriptor)
    heads = Self.parsed(previous)
    for _ in 0..<Self.attempts where !areSound {
      let latter = Self.read(descriptor)
      heads = Self.parsed(latter)
      if latter == previous { return }
      previous = latter
    }
  }

  private static let attempts = 64

  /// Returns bytes from the beginning of the file, enough to contain both head pages for any page
  /// size if the file is long enough.
  private static func read(_ descriptor: Int32) -> [UInt8] {
    for byteCount in [1 << 17, 1 << 13, 1 << 12, PageHead.byteCount] {
      if let page = try? Page(reading: byteCount, at: 0, of: descriptor) { return page.bytes }
    }
    return []
  }

  private static func parsed(_ bytes: [UInt8]) -> [PageHead?] {
    let first = head(in: bytes, at: 0, place: 0)
    let sizes =
      first.map { [$0.pageBytes] } ?? [4_096, 512, 1_024, 2_048, 8_192, 16_384, 32_768, 65_536]
    for pageBytes in sizes {
      if let second = head(in: bytes, at: pageBytes, place: 1), second.pageBytes == pageBytes {
        return [first, second]
      }
    }
    return [first, nil]
  }

  private static func head(in bytes: [UInt8], at offset: Int, place: Int) -> PageHead? {
    guard offset + PageHead.byteCount <= bytes.count else { return nil }
    return PageHead(
      Page(bytes: Array(bytes[offset..<offset + PageHead.byteCount])), place: place)
  }
}
