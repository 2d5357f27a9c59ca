import CLMDB
import EventCoding
import Platform

extension EventLog {
  /// Returns the old states that other processes are still reading, oldest first.
  ///
  /// A process that began to read before the last compaction is not included. It reads the replaced
  /// file, which no longer grows.
  ///
  /// - Throws: ``LogError`` if the log cannot be read.
  public func heldStates() throws -> [HeldState] {
    try read { reader in
      guard case .profile(let transaction) = reader.source else { return [] }
      return try transaction.environment.heldStates()
    }
  }

  /// Returns the largest number of writes that were committed during a single read of this process,
  /// and resets that number. Returns 0 if the number is less than ``HeldState/manyWrites``.
  package func consumePassedWrites() -> Int { profileStore?.consumePassedWrites() ?? 0 }

  /// Copies the log into a dense file if most of its file is free.
  ///
  /// Most of the file becomes free if a process holds an old state for a long time, for example
  /// because the process was stopped in the middle of a command. LMDB cannot reuse freed space in
  /// the meantime. After the copy, that process still reads the old file, which no longer grows,
  /// and nothing holds an old state of the new file.
  ///
  /// The log is not copied if this process is reading it, if the disk has no space for a copy, or
  /// if a record is damaged, because `recover` may find more in the old file than in a copy.
  ///
  /// - Parameters:
  ///   - reading: The functions that detect damaged records.
  ///   - progress: Receives the number of copied records and the total number.
  /// - Returns: The compaction, or nil if nothing was copied.
  /// - Throws: ``LogError``, like ``compact(progress:)``.
  /// - Complexity: O(1) unless the log is copied.
  package func compactIfSparse(
    reading: RecordReading, progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Compaction? {
    guard let store = profileStore, store.access == .readWrite else { return nil }
    return try store.compactIfSparse(reading, progress)
  }
}

extension ProfileRecords {
  func compactIfSparse(
    _ reading: RecordReading, _ progress: (Int, Int) -> Void
  ) throws -> Compaction? {
    guard damagedRecords.isEmpty, !gate.isBusy, try isSparse() else { return nil }
    var soundCount = 0
    let goesOn = { (copied: Int, total: Int) in
      progress(copied, total)
      return soundCount == copied
    }
    do {
      let result = try replaceEnvironment(by: nil, goesOn) { reader in
        // This closure may run again, and another process may have copied the log by now.
        soundCount = 0
        guard case .profile(let transaction) = reader.source, transaction.isWorthCopying else {
          throw failure(.interrupted, "compact")
        }
        var changes = CompactionChanges()
        changes.record = { sequence, bytes in
          if reading.fingerprint(sequence, bytes) != nil { soundCount += 1 }
          return nil
        }
        return changes
      }
      return result.compaction
    } catch let error as LogError where error.reason == .interrupted {
      return nil
    }
  }

  private func isSparse() throws -> Bool {
    var isSparse = false
    try read { reader in
      guard case .profile(let transaction) = reader.source else { return }
      isSparse = transaction.isWorthCopying
    }
    return isSparse
  }
}

extension Transaction {
  /// The number of free bytes up to which the log is never copied, 16 MiB.
  private static let smallBytes = 16 << 20

  /// Whether more of the file is free than in use, and the disk has space for a copy.
  var isWorthCopying: Bool {
    guard let usage = try? usage(), usage.free > max(usage.used, Self.smallBytes) else {
      return false
    }
    return !FileSystemKind.hasLess(
      than: usage.used + EnvironmentCopy.transactionBytes, at: environment.directory)
  }

  /// Returns the number of bytes of the file that are in use, and the number of bytes that are free
  /// or belong to the list of free pages.
  private func usage() throws -> (used: Int, free: Int) {
    let tables = environment.tables
    // LMDB's own table of tables has the handle 1.
    var handles: [MDB_dbi] = [1, tables.events, tables.meta, tables.blobs]
    if let checkpoints = tables.checkpoints { handles.append(checkpoints) }
    var pageCount = 0
    for table in handles {
      var measured = MDB_stat()
      try environment.check(unsafe mdb_stat(handle, table, &measured), "read the statistics")
      pageCount += measured.pageCount
    }
    let pageBytes = try environment.pageBytes()
    let used = pageCount * pageBytes
    return (used, max(0, unsafe environment.information.me_last_pgno * pageBytes - used))
  }
}

extension Environment {
  /// Returns the old states that other processes are still reading, from LMDB's reader table.
  func heldStates() throws -> [HeldState] {
    let newest = lastTransaction
    return try readerTable().split(separator: "\n").compactMap { line -> HeldState? in
      // A line contains process, thread and transaction. Other lines are headings, or readers
      // without a transaction.
      let words = line.split(separator: " ")
      guard words.count == 3, let process = Int32(words[0]), let number = UInt64(words[2]),
        process != getpid(), number < newest
      else { return nil }
      return HeldState(process: process, passedWrites: Int(clamping: newest - number))
    }
    .sorted { $0.passedWrites > $1.passedWrites }
  }

  /// Returns LMDB's reader table as text.
  private func readerTable() throws -> String {
    var text = ""
    let code = unsafe withUnsafeMutablePointer(to: &text) { text in
      unsafe mdb_reader_list(
        handle,
        { line, context in
          if let line = unsafe line, let context = unsafe context {
            unsafe context.assumingMemoryBound(to: String.self).pointee += String(cString: line)
          }
          return 0
        }, text)
    }
    guard code < 0 else { return text }
    throw failure(code, "list the readers")
  }
}
