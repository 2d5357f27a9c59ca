internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The forget requests that programs have written without holding the ``SyncLock``.
///
/// The next exchange moves them into the ``SyncState``.
struct QueuedForgets {
  var forgets: [PendingForget] = []
  /// Whether the stored requests cannot be read.
  private(set) var areDamaged = false

  private static let key = "local.sync.forget"

  /// Reads the requests of a profile.
  init(_ reader: borrowing Reader) throws {
    areDamaged = try reader.isDamaged(metadata: Self.key)
    guard let bytes = try reader.metadata(Self.key) else { return }
    var messages = MessageReader(bytes)
    do {
      forgets = try messages.list { reader in
        var forget = try reader.pendingForget()
        forget.isNew = true
        return forget
      }
      try messages.finish()
    } catch {
      areDamaged = true
    }
  }

  /// Reads the requests of a profile.
  static func read(_ store: Store) throws -> QueuedForgets {
    try store.log.read { (reader) in try QueuedForgets(reader) }
  }

  var isEmpty: Bool { forgets.isEmpty && !areDamaged }

  /// Replaces the stored requests.
  func write(to writer: borrowing Writer) throws {
    var bytes = MessageWriter()
    bytes.put(list: forgets) { $0.put($1) }
    try writer.setMetadata(Self.key, forgets.isEmpty ? nil : bytes.bytes)
  }

  /// Moves the requests of a profile into a sync state, and writes the sync state and the emptied
  /// list of requests.
  ///
  /// - Returns: Whether all requests could be read.
  static func move(to syncState: inout SyncState, in store: Store) throws -> Bool {
    guard try !read(store).isEmpty else { return true }
    let before = syncState
    let (after, areDamaged) = try store.log.write { (writer) in
      var noted = try QueuedForgets(writer.reader)
      var after = before
      after.forgettings += noted.forgets
      noted.forgets = []
      try noted.write(to: writer)
      try after.write(to: writer)
      return (after, noted.areDamaged)
    }
    syncState = after
    return !areDamaged
  }
}
