import Foundation

/// The system calls of a process on its files, recorded by `CrashRecorder`.
struct CrashRecord {
  struct Entry {
    let kind: Kind
    let inode: UInt64
    let offset: Int
    let first: [UInt8]
    let second: [UInt8]

    var path: String { String(decoding: first, as: UTF8.self) }
    var otherPath: String { String(decoding: second, as: UTF8.self) }
  }

  /// The kinds of `crash_recorder_kind`.
  enum Kind: UInt8 {
    case created = 1
    case madeDirectory, wrote, wroteDurably, truncated, synced, renamed, removed, acknowledged
  }

  private(set) var entries: [Entry] = []

  init(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var place = 0
    func number(_ count: Int) -> Int {
      defer { place += count }
      return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func text(_ count: Int) -> [UInt8] {
      defer { place += count }
      return Array(bytes[place..<place + count])
    }
    while place < bytes.count {
      guard let kind = Kind(rawValue: UInt8(number(1))) else {
        throw CocoaError(.fileReadCorruptFile)
      }
      let (inode, offset) = (UInt64(number(8)), number(8))
      let (firstCount, secondCount) = (number(4), number(4))
      entries.append(
        Entry(
          kind: kind, inode: inode, offset: offset, first: text(firstCount),
          second: text(secondCount)))
    }
  }

  /// Removes all syncs, as if the process had never made them.
  mutating func dropSyncs() {
    entries = entries.filter { $0.kind != .synced }.map { entry in
      guard entry.kind == .wroteDurably else { return entry }
      return Entry(
        kind: .wrote, inode: entry.inode, offset: entry.offset, first: entry.first,
        second: entry.second)
    }
  }

  /// The acknowledged states, in order.
  var acknowledged: [String] { entries.filter { $0.kind == .acknowledged }.map(\.path) }
}
