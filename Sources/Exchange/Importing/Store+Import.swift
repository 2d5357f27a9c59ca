internal import BrowserModel
internal import RetraceEventLog
package import RetraceStore

extension Store {
  /// Imports the data of another program as one batch of the actor `import`, which one undo
  /// reverts.
  ///
  /// Things that already exist are skipped (``KnownItems``). A log of Retrace is imported event by
  /// event instead, as its original actions.
  ///
  /// - Parameter progress: Told now and then how many things of how many were looked at; the second
  ///   number is 0 if it is not known. An error that it throws ends the import.
  /// - Throws: ``ExchangeError`` if the source cannot be read, `StoreFailure` and `LogError` if the
  ///   profile cannot be written. Nothing was written then.
  /// - Complexity: O(events + things); memory for known things and for one thing at a time.
  package func importAll(
    of source: ImportSource, _ options: ImportOptions = ImportOptions(),
    progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws -> ImportReport {
    if let log = source.log {
      return try EventTaker.take(log, into: self, isDryRun: options.isDryRun, progress)
    }
    return try append(by: Origin(.import, via: .console), commits: !options.isDryRun) { batch in
      // Inside the transaction, because things that another process imports meanwhile would
      // otherwise be imported twice.
      var importer = try Importer(options, self)
      var done = ImportProgress()
      try importer.begin(&batch)
      try source.read { item in
        try done.count(item, progress)
        try importer.take(item, &batch)
      }
      return importer.report
    }
  }
}

/// The progress of an import.
private struct ImportProgress {
  private var done = 0
  private var total = 0

  /// The number of things between two reports.
  private static let step = 1_024

  mutating func count(
    _ item: PortableItem, _ progress: (Int, Int) throws -> Void
  ) rethrows {
    if case .announced(let more) = item {
      total += more
      return
    }
    done += 1
    if done % Self.step == 0 { try progress(done, total < done ? 0 : total) }
  }
}
