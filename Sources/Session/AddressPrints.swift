internal import BrowserModel

/// Prints of the addresses that events said: with one nearly every address is known to be another
/// without a look into the log.
///
/// Every link asks whether it leads where its tab is already. Behind a sync the way to that record has
/// left the processor's cache, and costs as much as the rest of the decision. A print is no text: what
/// was forgotten cannot be read from it.
struct AddressPrints {
  private var entries: ContiguousArray<Entry> = []

  private struct Entry: BitwiseCopyable {
    var event: Sequence
    var print: UInt32
  }

  /// A power of two: each event has its place, in which a later one may stand.
  private static let count = 4_096

  /// Takes in the addresses of events that are on disk now.
  mutating func note(_ performed: Performed) {
    for event in performed.events {
      let url = event.body.text(.url)
      guard url.isPresent, url.count > 0 else { continue }
      performed.words.withUnsafeBytes { words in
        note(UnsafeRawBufferPointer(rebasing: words[url.range]), event.sequence)
      }
    }
  }

  private mutating func note(_ url: UnsafeRawBufferPointer, _ event: Sequence) {
    if entries.isEmpty {
      entries = ContiguousArray(
        repeating: Entry(event: .nothing, print: 0), count: Self.count)
    }
    entries[Self.place(of: event)] = Entry(event: event, print: Self.print(of: url))
  }

  /// Whether an event is known to have said another address than this.
  func isOther(_ url: String, than event: Sequence) -> Bool {
    guard !entries.isEmpty else { return false }
    let entry = entries[Self.place(of: event)]
    guard entry.event == event else { return false }
    let print = url.utf8.withContiguousStorageIfAvailable {
      Self.print(of: UnsafeRawBufferPointer($0))
    }
    return print.map { $0 != entry.print } ?? false
  }

  mutating func removeAll() { self = AddressPrints() }

  private static func place(of event: Sequence) -> Int { Int(event.rawValue) & (count - 1) }

  /// FNV-1a of the length and the end, where the addresses of one site differ.
  private static func print(of url: UnsafeRawBufferPointer) -> UInt32 {
    var print = 2_166_136_261 ^ UInt32(truncatingIfNeeded: url.count)
    for byte in url.suffix(32) { print = (print ^ UInt32(byte)) &* 16_777_619 }
    return print
  }
}
