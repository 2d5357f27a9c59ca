internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// Comparing the libraries of devices that have read the same messages.
extension Synchronization {
  /// Compares the library with the last hash that another device sent, or sends this device's hash
  /// when a comparison is due.
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

  /// Returns the hash of the library as all devices have it that have read as far, or nil if this
  /// one has more, or less.
  private func libraryHash() throws -> [UInt8]? {
    guard !store.timeline.lineage.branch.exists,
      let hash = try LibraryHash.of(store)
    else { return nil }
    // Another program may have written to the log meanwhile.
    let waiting = try sharing.batches(limit: 1)
    return waiting.isEmpty ? hash : nil
  }
}
