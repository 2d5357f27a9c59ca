internal import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// The index of words. It stores, in blocks that never change, which events contain a word.
///
/// Like the index of visited pages, it is derived data, and a forget request drops it.
struct WordIndex {
  let store: Store

  /// Finds the events that may contain search terms. See ``Store/hits(of:)``.
  func hits(of match: WordMatch) throws -> WordHits {
    try addBlocks()
    return try store.withReader { reader in
      let newest = try reader.newestEvent()
      var hits = WordHits(match, through: newest)
      var folded = FoldedWords()
      for place in 0..<newest.rawValue / WordBlock.eventCount + 1 {
        let key = WordBlockKey(place: place)
        if key.last <= newest, try addBlock(key, reader, to: &hits) { continue }
        try reader.visitEvents(
          from: key.first, through: min(key.last, newest), backwards: false, damaged: { _ in }
        ) { event, words in
          hits.add(copy event, words, &folded)
          return true
        }
      }
      return hits
    }
  }

  /// Adds a block to the index of words if one is missing.
  ///
  /// - Returns: Whether a block was added, so that more blocks may be missing.
  func addNextBlock() -> Bool {
    guard store.log.storesCheckpoints, store.timeline.unknownCount == 0,
      store.soundWordBlocks.count < store.timeline.position.rawValue / WordBlock.eventCount
    else { return false }
    do {
      guard let place = try missingWordBlock() else { return false }
      try writeWordBlock(WordBlockKey(place: place))
      return true
    } catch {
      // Searches take longer. The events are on disk.
      return false
    }
  }

  /// Adds all missing blocks of the index of words.
  private func addBlocks() throws {
    let count = store.timeline.position.rawValue / WordBlock.eventCount
    var isLong = false
    defer { if isLong { _ = store.progress(.indexing, 1, 1) } }
    while addNextBlock() {
      isLong = true
      try store.reportIndexing(store.soundWordBlocks.count, of: Int(count) + 1)
    }
  }

  /// Returns the first complete block that is missing or damaged.
  private func missingWordBlock() throws -> Int32? {
    try store.log.read { reader in
      let count = try reader.newestEvent().rawValue / WordBlock.eventCount
      for place in 0..<count where !store.soundWordBlocks.contains(place) {
        guard try withWordBlock(WordBlockKey(place: place), reader, { _ in true }) == true else {
          return place
        }
      }
      return nil
    }
  }

  /// Creates and stores a block in one transaction. If two transactions were used, a concurrent
  /// forget request could leave forgotten words in the block.
  private func writeWordBlock(_ key: WordBlockKey) throws {
    try store.log.write { writer in
      try store.removeOutdated(writer)
      var block = WordBlockWriter()
      try writer.reader.visitEvents(
        from: key.first, through: key.last, backwards: false, damaged: { _ in }
      ) { event, words in
        let place = event.sequence.rawValue - key.first.rawValue
        if case .bookmark = event.body { block.addBookmark(at: place) }
        event.visitSearchedTexts { text, isAddress in
          words.withBytes(of: text) { block.add($0, isAddress: isAddress, at: place) }
        }
        return true
      }
      try writer.setCheckpoint(
        key.bytes, CheckpointFrame.bytes(of: block.bytes(), try key.identity(writer.reader)))
      try DamagedEvents.save(writer)
    }
    store.soundWordBlocks.insert(key.place)
  }

  /// Adds a stored block to hits, or returns false if the block is missing or damaged.
  private func addBlock(
    _ key: WordBlockKey, _ reader: borrowing Reader, to hits: inout WordHits
  ) throws -> Bool {
    try withWordBlock(key, reader) { block in
      hits.add(block, first: key.first)
      return true
    } ?? false
  }

  /// Calls a closure with the bytes of a stored block if it belongs to this log. Verifies the
  /// checksum of the block the first time.
  private func withWordBlock<Value>(
    _ key: WordBlockKey, _ reader: borrowing Reader, _ body: (RawSpan) -> Value
  ) throws -> Value? {
    let identity = try key.identity(reader)
    let bytes = key.bytes
    let isKnownSound = store.soundWordBlocks.contains(key.place)
    let found: Value?? = try reader.withCheckpoint(atOrBefore: bytes, sharing: bytes.count) {
      _, stored in
      guard let frame = CheckpointFrame(stored, of: identity) else { return nil }
      if isKnownSound { return body(frame.content) }
      guard let content = frame.soundContent else { return nil }
      return body(content)
    }
    guard let value = found ?? nil else { return nil }
    store.soundWordBlocks.insert(key.place)
    return value
  }
}
