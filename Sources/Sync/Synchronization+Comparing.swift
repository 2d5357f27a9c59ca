internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// Whether devices that have heard of the same have the same library.
extension Synchronization {
  /// Compares the library with that of the device that was the last to tell of its own, and tells the
  /// others of this one's when it is time.
  func compareLibraries(_ report: inout SyncReport) throws(SyncFailure) {
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

  /// The hash of what all devices have that have read as far; nil if there is more here than that, or
  /// less.
  private func libraryHash() throws(SyncFailure) -> [UInt8]? {
    guard !store.timeline.lineage.branch.exists,
      let hash = try usingStore({ () throws(StoreFailure) in try LibraryHash.of(store) })
    else { return nil }
    // Somebody may have done something meanwhile.
    let waiting = try usingStore { () throws(StoreFailure) in try sharing.batches(limit: 1) }
    return waiting.isEmpty ? hash : nil
  }
}
