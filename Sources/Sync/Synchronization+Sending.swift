internal import BrowserModel
internal import Platform
internal import RetraceStore
internal import RetraceTimeline

/// The sending of events and other messages.
extension Synchronization {
  /// The maximum size of the batches in a message, in bytes, unless the servers accept only smaller
  /// messages.
  private static let largestContent = 512 << 10
  private static let batchesAtOnce = 4_096
  /// The maximum number of attempts to get an answer, or to read a message that must exist.
  static let attemptLimit = 6
  /// The pause in milliseconds after the first attempt. Each further pause is twice as long.
  static let firstPause: Int32 = 20

  /// Sends the next batches that the stream does not contain. Returns false if there are no such
  /// batches.
  func sendNext(
    _ report: inout SyncReport, _ progress: (SyncProgress) -> Void
  ) throws -> Bool {
    // A stream that ends accepts no more batches.
    guard syncState.ending == nil else { return false }
    try findOutgoing()
    guard let first = outgoing.first else { return false }
    let limit = contentLimit
    var bytes = content(of: [first]).bytes.count
    guard bytes <= limit else {
      try sendParts(of: first, &report)
      return true
    }
    var packed: [SharedBatch] = [first]
    for batch in outgoing.dropFirst() {
      bytes += batch.byteCount
      guard batch.device == first.device, bytes + Self.countLength <= limit else { break }
      packed.append(batch)
    }
    let count = messageCount
    let isSent = try publishOnce(content(of: packed), &report)
    // If the message was not appended, another device may have relayed the same events, or an
    // earlier process of this device may have sent them.
    if isSent || first.device != syncState.number || messageCount != count {
      noteSending(of: packed.count, isSent, &report)
    }
    progress(SyncProgress(report, at: syncState.position))
    return true
  }

  /// The number of bytes by which the encoded count of several batches can be longer than the
  /// encoded count of a single batch.
  private static let countLength = 4

  private var contentLimit: Int {
    min(stream.largestMessage - SealedMessage.overhead, Self.largestContent)
  }

  /// Returns the content of a message with batches of one device.
  private func content(of batches: [SharedBatch]) -> MessageContent {
    guard let device = batches.first?.device, device != syncState.number else {
      return .batches(batches)
    }
    return .relayed(batches, of: device)
  }

  /// Drops the batches that were sent. If another message was appended instead, drops all batches,
  /// so that they are read from the log again.
  private func noteSending(of count: Int, _ isSent: Bool, _ report: inout SyncReport) {
    guard isSent else {
      outgoing = []
      return
    }
    // If data was forgotten since the array was filled, it is already empty.
    outgoing = outgoing.dropFirst(count)
    report.sentBatches += count
  }

  /// Reads the next batches from the log if no batches are left.
  private func findOutgoing() throws {
    guard outgoing.isEmpty else { return }
    let left = (pollInterval - lastLook.duration(to: .now)) / .milliseconds(1)
    if left > 0 { pause(Int32(left.rounded(.up))) }
    lastLook = .now
    let batches = try sharing.batches(limit: Self.batchesAtOnce)
    outgoing = batches[...]
  }

  /// Sends a batch that is too large for one message.
  private func sendParts(
    of batch: SharedBatch, _ report: inout SyncReport
  ) throws {
    let bytes = content(of: [batch]).bytes
    let length = max(contentLimit - Self.partHeadLength, 1)
    let count = (bytes.count + length - 1) / length
    guard count <= Int(BatchPart.limit) else {
      throw SyncError(.refused, "A batch is too large for the messages that the servers accept.")
    }
    for index in 0..<count {
      let share = bytes[(index * length)..<min((index + 1) * length, bytes.count)]
      let part = BatchPart(index: UInt32(index), count: UInt32(count), bytes: Array(share))
      // If another message was appended instead, all parts are sent again.
      guard try publish(.part(part), &report) else {
        return noteSending(of: 1, false, &report)
      }
    }
    noteSending(of: 1, true, &report)
  }

  /// The maximum size of the fields of a part, not counting the bytes of the batch.
  private static let partHeadLength = 16

  // MARK: Publishing

  /// Appends a message after everything that was read, and reads it back. If other devices appended
  /// messages first, reads those messages and seals this message again.
  ///
  /// - Returns: False if the message was not appended. This happens if a message that an earlier
  ///   process of this device sent was appended first, if the stream ends, or if this device must
  ///   complete a forget request.
  func publish(
    _ content: MessageContent, _ report: inout SyncReport
  ) throws -> Bool {
    let count = messageCount
    while messageCount == count, syncState.ending == nil, !syncState.hasToForget {
      if try publishOnce(content, &report) { return true }
    }
    return false
  }

  /// Appends a message after everything that was read, and reads to the end.
  ///
  /// - Returns: Whether the message was appended. The result is false if other devices appended
  ///   messages first.
  func publishOnce(
    _ content: MessageContent, _ report: inout SyncReport
  ) throws -> Bool {
    try append(try sealed(content), &report)
  }

  /// The number of messages of this device that are known to be in the stream.
  private var messageCount: UInt64 {
    syncState.members[syncState.number]?.messageCount ?? 0
  }

  /// Seals a message for the next position, and notes in the state that it may be appended there.
  private func sealed(_ content: MessageContent) throws -> [UInt8] {
    let head = SealedMessage.Head(
      epoch: syncState.epoch, device: syncState.number, number: messageCount + 1,
      position: syncState.position + 1, before: syncState.hash,
      version: syncState.version(of: content))
    guard let key = syncState.keys[head.epoch] else {
      throw SyncError(.storage, "This device does not have the current key of the profile.")
    }
    let bytes = SealedMessage.bytes(head, content.bytes, of: syncState.profile, key: key)
    var noted = syncState
    noted.attempts.append(PlacedMessage(position: head.position, hash: StreamHash.of(bytes)))
    try save(noted)
    return bytes
  }

  /// Appends a message after everything that was read, and reads to the end of the stream.
  ///
  /// - Returns: Whether the message was appended. If false, other devices appended messages first,
  ///   and those messages were read.
  func append(_ bytes: [UInt8], _ report: inout SyncReport) throws -> Bool {
    let position = syncState.position
    awaited = AwaitedMessage(hash: StreamHash.of(bytes))
    _ = try Self.append(bytes, after: position, to: stream, pause)
    for attempt in 0..<Self.attemptLimit {
      try receive(&report)
      if awaited.position != nil { return true }
      if syncState.position > position {
        // The pause is random, because other devices whose append failed may retry at the same
        // time.
        pause(Int32.random(in: 0...Self.firstPause))
        return false
      }
      pause(Self.firstPause << Int32(attempt))
    }
    throw try messageUnavailable(after: position)
  }

  /// Returns the failure for servers that neither accept a message nor return the message at its
  /// position.
  private func messageUnavailable(after position: UInt64) throws -> SyncError {
    let state = try stream.state()
    guard state.last > position else {
      return SyncError(
        .stream,
        "The servers do not yet return the message after position \(position) of the stream.",
        isTemporary: true)
    }
    // The end of a stream is never erased. However, if servers lose the end, an erased message can
    // become the last message.
    return SyncError(
      .lost,
      "The servers have a message after position \(position) of the stream but do not return it. If it was "
        + "lost, run “sync refill” to refill the servers.", isTemporary: true)
  }

  /// Sends a message to the servers until they answer. Each attempt uses the same id.
  ///
  /// - Returns: Whether the servers report that the message is stored.
  static func append(
    _ bytes: [UInt8], after position: UInt64, to stream: any SharedStream, _ pause: (Int32) -> Void
  ) throws -> Bool {
    let name = StreamHash.of(bytes).prefix(16).hexadecimal
    for attempt in 0..<attemptLimit {
      let start = Trace.start(.sync)
      let outcome = try stream.append(bytes, id: name, after: position)
      Trace.write(
        .sync, "append", of: "\(outcome)", since: start,
        ["after": Int(clamping: position), "bytes": bytes.count])
      switch outcome {
      case .appended: return true
      case .conflict: return false
      case .unknown: pause(firstPause << Int32(attempt))
      }
    }
    throw SyncError(
      .stream, "No server confirmed the message. The next exchange checks whether it was stored.",
      isTemporary: true)
  }
}

extension SyncState {
  /// Returns the oldest version that can read a message with the given content in this stream.
  fileprivate func version(of content: MessageContent) -> UInt8 {
    if case .relayed = content, base == 0 { return 2 }
    return 1
  }
}

extension SharedBatch {
  /// The number of bytes that the batch occupies in a message.
  fileprivate var byteCount: Int {
    var writer = MessageWriter()
    writer.put(self)
    return writer.bytes.count
  }
}
