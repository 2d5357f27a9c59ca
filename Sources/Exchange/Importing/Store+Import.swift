internal import BrowserModel
internal import RetraceEventLog
package import RetraceStore

extension Store {
  /// Imports the data of another program as one batch of the actor `import`, so that one undo
  /// reverts the import.
  ///
  /// Items that already exist are skipped (``KnownItems``). In contrast, a log of Retrace is
  /// imported event by event, as its original actions.
  ///
  /// - Parameter progress: Called from time to time with the number of items that were processed
  ///   and the total number, which is 0 if it is unknown. If the function throws, the import ends.
  /// - Throws: ``ExchangeError`` if the source cannot be read, `StoreFailure` or `LogError` if the
  ///   profile cannot be written. In these cases, nothing was written.
  /// - Complexity: O(events + items). Memory for the known items and for one item at a time.
  package func importAll(
    of source: ImportSource, _ options: ImportOptions = ImportOptions(),
    progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws -> ImportReport {
    if let log = source.log {
      return try EventImporter.importEvents(log, into: self, isDryRun: options.isDryRun, progress)
    }
    return try append(by: Origin(.import, via: .console), commits: !options.isDryRun) { batch in
      // This is inside the transaction. Otherwise items that another process imports at the same
      // time would be imported twice.
      var importer = try Importer(options, self)
      var done = ImportProgress()
      try importer.begin(&batch)
      try source.read { item in
        try done.count(item, progress)
        try importer.consume(item, &batch)
      }
      return importer.report
    }
  }
}

/// The progress of an import.
private struct ImportProgress {
  private var done = 0
  private var total = 0

  /// The number of items between two reports.
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
