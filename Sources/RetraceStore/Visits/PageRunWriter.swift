internal import BrowserModel
internal import Bytes

/// Builds the bytes of a ``PageRun`` from rows in the order of their keys.
struct PageRunWriter {
  /// The frecency and form of each row.
  private var marks: [UInt32] = []
  /// The newest visit of each row.
  private var newest: [UInt32] = []
  /// The offset of every sixteenth entry.
  private var blocks: [UInt32] = []
  /// The entries of the rows.
  private var entries = ByteWriter()
  private var previousKey: [UInt8] = []
  /// The number of rows.
  var count: Int { marks.count }

  /// A row to write.
  struct Row {
    /// The beginning of the key, which must be long enough to distinguish the row from its
    /// neighbours.
    var key: [UInt8]
    var form: AddressForm
    var record: PageRecord
  }

  /// Adds a row. Its key must come after the key of the previous row.
  mutating func append(_ row: Row) {
    let isBlock = count % PageRun.stride == 0
    if isBlock { blocks.append(UInt32(entries.count)) }
    let shared = isBlock ? 0 : row.key.order(to: previousKey).sharedCount
    entries.put(count: shared)
    entries.put(withCount: row.key.span.raw.extracting(shared...))
    entries.put(UInt64(row.record.visitCount))
    entries.put(Self.title(row.record))
    marks.append(row.record.frecency.rawValue << PageRun.formBits | UInt32(row.form.rawValue))
    newest.append(UInt32(bitPattern: row.record.newest.rawValue))
    previousKey = row.key
  }

  /// Returns the bytes of the run.
  ///
  /// - Parameter first: The first event of the run.
  func bytes(first: EventID) -> ContiguousArray<UInt8> {
    var run = ByteWriter(capacity: 12 + 8 * count + 4 * blocks.count + entries.count)
    let header = [PageRun.magic, UInt32(bitPattern: first.rawValue), UInt32(count)]
    for numbers in [header, marks, newest, blocks] {
      for number in numbers { run.put(fixed: number) }
    }
    run.put(entries.bytes.span.raw)
    return run.bytes
  }

  /// Returns the zigzag distance of the title's event from the newest visit, plus one, or 0 if
  /// there is no title.
  private static func title(_ record: PageRecord) -> UInt64 {
    guard record.title.exists else { return 0 }
    return ByteWriter.zigzag(Int64(record.title.rawValue) - Int64(record.newest.rawValue)) + 1
  }
}

extension PageRunWriter {
  /// Creates a writer with one row for each page. The pages need not be sorted, and their keys are
  /// complete.
  init(_ pages: [(key: PageKey, record: PageRecord)]) {
    self.init()
    let pages = pages.sorted { $0.key < $1.key }
    for (place, page) in pages.enumerated() {
      let bytes = page.key.bytes
      let before = place > 0 ? bytes.order(to: pages[place - 1].key.bytes).sharedCount : 0
      let behind =
        place + 1 < pages.count ? bytes.order(to: pages[place + 1].key.bytes).sharedCount : 0
      append(
        Row(
          key: Array(bytes.prefix(max(before, behind) + 1)), form: page.key.form,
          record: page.record))
    }
  }
}
