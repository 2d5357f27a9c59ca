internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// The comparison of libraries between devices that have read the same messages.
extension Synchronization {
  /// Compares the library with the last hash that another device sent. If no hash was received and
  /// a comparison is due, sends the hash of this device's library.
  func compareLibraries(_ report: inout SyncReport) throws {
    let isDue = syncState.messagesSinceComparison >= comparisonInterval
    guard isDue || syncState.comparison != nil, let hash = try libraryHash() else { return }
    if let other = syncState.comparison {
      var compared = syncState
      compared.comparison = nil
      compared.differing = other.hash == hash ? nil : other.device
      report.differing = compared.differing
      try save(compared)
    } else {
      _ = try publishOnce(.library(hash), &report)
    }
  }

  /// Returns the hash of the library, which is equal on all devices that have read the same
  /// messages. Returns nil if this device's library does not correspond exactly to those messages.
  private func libraryHash() throws -> [UInt8]? {
    guard !store.timeline.lineage.branch.exists,
      let hash = try LibraryHash.of(store)
    else { return nil }
    // Another program may have written events to the log that the stream does not contain yet.
    let waiting = try sharing.batches(limit: 1)
    return waiting.isEmpty ? hash : nil
  }
}
