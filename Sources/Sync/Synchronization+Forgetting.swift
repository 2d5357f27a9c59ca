internal import BrowserModel
internal import Notation
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// The coordination of forgetting data on all devices of a profile.
///
/// A device that has forgotten data sends a forget request to the other devices, and ends the
/// stream because the stream contains the data. A new stream begins with the remaining data. A
/// device that was offline finds the request in the new stream, and completes it before it sends
/// anything.
extension Synchronization {
  /// Stores a request for data that this device is about to forget. The next exchange sends the
  /// request to the other devices. This function can be called while another program is syncing.
  ///
  /// For an address or a site, each device forgets all matching data that it has when it receives
  /// the request, including data that other devices wrote. For other scopes, devices forget only
  /// data that this device had when it created the request.
  ///
  /// - Parameters:
  ///   - request: The data to forget in the current log.
  ///   - store: The profile.
  ///   - folder: The folder of the profile.
  /// - Returns: False if the profile is not shared.
  /// - Throws: ``SyncError/Reason/storage``, or ``SyncError/Reason/refused`` for an address
  ///   that is too long to send.
  /// - Complexity: The complexity of `DeviceSharing.shared(_:)`, and one durable commit.
  @discardableResult
  package static func note(
    _ request: ForgettingRequest, of store: Store, in folder: String
  ) throws -> Bool {
    guard let syncState = try SyncState.read(of: store, in: folder) else { return false }
    var sharing = DeviceSharing(of: store)
    let forgetting = try sharing.shared(request)
    guard forgetting.bytes.count <= largestRequest else {
      throw SyncError(.refused, "The address is too long to send to other devices.")
    }
    let forget = try PendingForget(forgetting, syncState)
    try store.log.write { (writer) in
      var noted = try QueuedForgets(writer.reader)
      noted.forgets.append(forget)
      try noted.write(to: writer)
    }
    return true
  }

  /// The maximum size of a request in bytes. All servers accept a message with a request of this
  /// size.
  private static let largestRequest = 64 << 10

  // MARK: Sending requests

  /// Sends the new forget requests of this device, and sends again the requests that the stream
  /// does not contain but devices must still complete.
  func sendForgetRequests(_ report: inout SyncReport) throws {
    try collectQueuedForgets()
    while let new = syncState.forgettings.first(where: \.isNew) {
      guard let forgetting = new.content(syncState) else {
        var noted = syncState
        noted.forgettings.removeAll { $0.id == new.id }
        try save(noted)
        throw Self.noteIsDamaged
      }
      try announce(new, forgetting.numbered(syncState.number).bytes, endingStream: true, &report)
      // The request was not sent if the stream's founder already knew that all devices have
      // completed it.
      guard syncState.forgettings.contains(where: { $0.id == new.id && $0.isNew }) else { continue }
      var noted = syncState
      noted.change(new.id) { $0.isNew = false }
      try save(noted)
    }
    try resendForgetRequests(&report)
  }

  static let noteIsDamaged = SyncError(
    .storage,
    "A stored forget request is damaged and cannot be sent to the other devices. "
      + "Forget the data again.")

  /// Sends again the known requests that the stream does not contain but devices must still
  /// complete.
  func resendForgetRequests(_ report: inout SyncReport) throws {
    while let forgetting = syncState.forgettings.first(where: syncState.mustBeResent) {
      try announce(forgetting, endingStream: true, &report)
    }
  }

  /// Sends a forget request of an earlier stream again.
  func announce(
    _ forgetting: PendingForget, endingStream endsStream: Bool, _ report: inout SyncReport
  ) throws {
    guard let content = SealedRequest.content(of: forgetting.request, syncState) else {
      // The content of the request is lost.
      var noted = syncState
      noted.forgettings.removeAll { $0.id == forgetting.id }
      return try save(noted)
    }
    try announce(forgetting, content, endingStream: endsStream, &report)
  }

  private func announce(
    _ forgetting: PendingForget, _ content: [UInt8], endingStream endsStream: Bool,
    _ report: inout SyncReport
  ) throws {
    while true {
      let known = syncState.forgettings.first { $0.id == forgetting.id } ?? forgetting
      // If the request does not end the stream, no batches may precede it, because they could
      // contain data to forget.
      guard !known.isTold, endsStream || !syncState.hasBatches,
        !syncState.isForgottenByAll(known)
      else { return }
      guard let position = try shownPosition(of: known) else {
        guard let bytes = SealedRequest.bytes(content, id: forgetting.id, syncState) else {
          throw SyncError(.storage, "This device does not have the current key of the profile.")
        }
        _ = try append(bytes, &report)
        continue
      }
      // Devices that have completed the request need not complete it again, unless the stream ends.
      // This device may have started to complete it without finishing.
      let isBegun = !syncState.hasForgotten(known.id)
      let waiting = syncState.knownDevices.filter {
        endsStream || known.waiting.contains($0) || known.done[$0] == nil
          || isBegun && $0 == syncState.number
      }
      let note = ForgetRequest(
        id: known.id, position: position, waiting: waiting.sorted(), done: known.done,
        endsStream: endsStream)
      _ = try publishOnce(.forgetting(note), &report)
    }
  }

  /// Returns the position of the sealed request on the servers, or nil if the sealed request was
  /// not sent or is lost.
  private func shownPosition(of forgetting: PendingForget) throws -> UInt64? {
    for position in forgetting.positions.reversed() {
      let bytes = try message(at: position)?.bytes ?? []
      if (try? SealedRequest(bytes))?.id == forgetting.id { return position }
    }
    return nil
  }

  // MARK: Completing requests

  /// Completes the requests of other devices on this device.
  func forgetHere() throws {
    var known = syncState
    while try forgetNext(&known) {}
  }

  /// Completes the next request of another device. Returns false if there is no such request.
  ///
  /// - Parameter known: The state after the messages that were read.
  func forgetNext(_ known: inout SyncState) throws -> Bool {
    guard let next = known.forgettings.first(where: known.mustBePerformed) else { return false }
    guard let content = try content(of: next, &known) else {
      // A request can also be completed without this device, if this device was removed.
      if known.isForgottenByAll(next) || known.isOver(next) {
        try note(in: &known) { $0.forgettings.removeAll { $0.id == next.id } }
        return true
      }
      throw SyncError(
        .forged,
        "The servers do not return a forget request of another device. Forget the data again on "
          + "that device, or run “sync refill” on this device to continue without the request.")
    }
    var shared = try StreamFault.decoding(at: next.positions.last ?? 0) {
      try SharedForgetting(content)
    }
    shared.newest.merge(next.done) { $1 }
    if let before = known.forgotten.first(where: { $0.id == next.id }) {
      shared.newest.merge([known.number: before.newest]) { own, _ in own }
    }
    shared = try sharing.limitedToPresent(shared)
    let newest = shared.newest[syncState.number] ?? .nothing
    // The limits are stored first, so that a process that continues after an interruption does not
    // forget more.
    let (number, request) = (known.number, known.forgettings.first { $0.id == next.id }?.request)
    try note(in: &known) {
      $0.change(next.id) { ($0.done[number], $0.request) = (newest, request ?? next.request) }
    }
    if let request = try sharing.request(shared) { try forget(request) }
    outgoing = []
    try note(in: &known) {
      $0.noteForgotten(ForgetReceipt(id: next.id, newest: newest))
      $0.change(next.id) { $0.newest = newest }
    }
    return true
  }

  /// Changes a state and the stored state, which may be an earlier state of the same stream.
  private func note(
    in known: inout SyncState, _ change: (inout SyncState) -> Void
  ) throws {
    change(&known)
    var noted = syncState
    change(&noted)
    try save(noted)
  }

  /// Drops the requests that this device must complete but that no server returns any more. A
  /// device that has completed such a request compares the events that this device sends later, and
  /// sends new requests to forget individual events.
  func dropUnshown() throws {
    var noted = syncState
    for forgetting in syncState.forgettings where syncState.mustBePerformed(forgetting) {
      guard try content(of: forgetting, &noted) == nil else { continue }
      noted.forgettings.removeAll { $0.id == forgetting.id }
    }
    if noted != syncState { try save(noted) }
  }

  /// Returns the content of a request, or nil if the servers do not return the request. If the
  /// request was missing when the stream was read, this function looks for it again.
  private func content(
    of forgetting: PendingForget, _ known: inout SyncState
  ) throws -> [UInt8]? {
    if let content = SealedRequest.content(of: forgetting.request, known) { return content }
    for position in forgetting.positions {
      guard let message = try message(at: position),
        let request = try? SealedRequest(message.bytes), request.id == forgetting.id
      else { continue }
      guard let content = request.content(known) else { continue }
      // The request is stored, because a device that creates another stream must send it there.
      known.change(forgetting.id) { $0.request = message.bytes }
      return content
    }
    return nil
  }

  /// Returns a message of the stream, or nil if the message or the stream does not exist.
  private func message(at position: UInt64) throws -> StreamMessage? {
    do {
      return try stream.message(at: position)
    } catch let error as SyncError where error.reason == .lost {
      return nil
    }
  }

  /// Notes the data that another device has forgotten and this device still has
  /// (``SyncState/redacted``). If the stream contains data that this device has forgotten, also
  /// adds a request to the other devices to forget this data, which ends the stream. Devices
  /// compare again when they enter the next stream.
  ///
  /// - Parameter known: The state after the messages that were read.
  func agree(on apart: ForgottenApart, _ known: inout SyncState) throws {
    if !apart.byOthers.isEmpty {
      known.redacted = SharedForgetting(.written(apart.byOthers), newest: [:]).bytes
    }
    guard !apart.here.isEmpty, known.ending == nil,
      // If a request will be sent again, the stream ends anyway.
      !known.forgettings.contains(where: { $0.isNew || known.isAboutToEndStream($0) })
    else { return }
    let told = try sharing.limitedToPresent(SharedForgetting(.written(apart.here), newest: [:]))
    known.forgettings.append(try PendingForget(told, known))
  }

  /// Forgets the events in ``SyncState/redacted``.
  func forgetRedacted() throws {
    guard !syncState.redacted.isEmpty else { return }
    if let forgetting = try? SharedForgetting(syncState.redacted) {
      if let request = try sharing.request(forgetting) { try forget(request) }
      outgoing = []
    }
    var noted = syncState
    noted.redacted = []
    try save(noted)
  }

  /// Compacts the log if its unused pages may contain a request that all devices have completed. If
  /// compacting fails, for example because the disk is full, the next exchange tries again.
  func removeRemnants() throws {
    guard syncState.hasRemnants, (try? store.log.compact()) != nil else { return }
    var noted = syncState
    noted.hasRemnants = false
    try save(noted)
  }

  private func forget(_ request: ForgettingRequest) throws {
    willForget(request)
    guard try store.previewOfForgetting(request).counts != ForgettingCounts() else { return }
    try store.forget(request, by: Origin(.policy))
  }

  /// Creates a stream that replaces a stream that contains data to forget.
  ///
  /// - Throws: ``SyncError/Reason/renewing`` while another device is expected to create the stream.
  func restartWithoutForgotten() throws {
    guard let ending = syncState.ending else { return }
    let since = endingSince ?? .now
    endingSince = since
    // The time by the servers' clock is untrusted.
    let elapsed = Timestamp.now.milliseconds &- ending.milliseconds
    // If the clocks are wrong, this device may create the stream too early, which is harmless, or
    // wait longer.
    guard
      ending.device == syncState.number || .milliseconds(elapsed) >= patience
        || since.duration(to: .now) >= patience
    else {
      throw SyncError(
        .renewing,
        "The data that \(syncState.label(of: ending.device)) has forgotten is being removed from the servers.",
        isTemporary: true)
    }
    // This step is slow, so it comes before the check whether another device has created the
    // stream.
    try forgetHere()
    guard try !restartWithOtherStream() else { return }
    try renewStream()
  }

  /// Completes the requests of other devices on this device, and reports their completion before
  /// later events are sent.
  func forgetAndTell(_ report: inout SyncReport) throws {
    while syncState.ending == nil {
      try forgetHere()
      let number = syncState.number
      let done = syncState.forgettings.filter { $0.isTold && $0.waiting.contains(number) }
      let notes = done.compactMap { forgetting in
        forgetting.newest.map { ForgetReceipt(id: forgetting.id, newest: $0) }
      }
      guard !notes.isEmpty else { break }
      _ = try publishOnce(.forgotten(notes), &report)
    }
  }

  /// Erases the requests that all devices have completed. If erasing a request fails, the next
  /// exchange tries again.
  func eraseForgotten() throws {
    var noted = syncState
    for forgetting in syncState.forgettings
    where syncState.isOver(forgetting) || syncState.isForgottenByAll(forgetting) {
      // The end of the stream is never erased.
      guard forgetting.positions.allSatisfy({ $0 < syncState.chainPosition }) else { continue }
      do {
        for position in forgetting.positions {
          try erase(position) { (try? SealedRequest($0.bytes))?.id == forgetting.id }
        }
        noted.forgettings.removeAll { $0.id == forgetting.id }
        noted.hasRemnants = true
      } catch let error as SyncError where error.isTemporary {
      }
    }
    if noted != syncState { try save(noted) }
  }
}

extension PendingForget {
  /// Creates a request of this device, sealed with the current key.
  init(_ forgetting: SharedForgetting, _ syncState: SyncState) throws {
    self.init(id: Sodium.random(ForgetRequest.idLength))
    guard let request = SealedRequest.bytes(forgetting.bytes, id: id, syncState) else {
      throw SyncError(.storage, "This device does not have the current key of the profile.")
    }
    self.request = request
    isNew = true
  }

  /// Returns the content of the request, or nil if the content cannot be read.
  func content(_ syncState: SyncState) -> SharedForgetting? {
    SealedRequest.content(of: request, syncState).flatMap { try? SharedForgetting($0) }
  }
}

extension SyncState {
  /// Adds the unsent forget requests of a device that joins again.
  ///
  /// - Parameters:
  ///   - previous: The state of the device before it joined again.
  ///   - past: The previous number of the device, and the newest event that still belongs to this
  ///     number.
  mutating func carryOver(
    from previous: SyncState, after past: EventOrigin
  ) {
    for forget in previous.forgettings where forget.isNew {
      guard let content = forget.content(previous),
        let request = SealedRequest.bytes(
          content.continued(after: past).bytes, id: forget.id, self)
      else { continue }
      forgettings.append(PendingForget(id: forget.id, request: request, isNew: true))
    }
  }

  /// Whether all devices have completed a request, including devices that have not returned to this
  /// stream.
  func isOver(_ forgetting: PendingForget) -> Bool {
    forgetting.isTold && forgetting.waiting.allSatisfy { members[$0]?.isRemoved == true }
  }

  /// Whether there are requests that this device must complete now. If the stream ends, the device
  /// completes the requests later, before it enters the next stream.
  var hasToForget: Bool { ending == nil && forgettings.contains(where: mustBePerformed) }

  /// Whether this device must complete a request. A device that returns completes requests before
  /// it compares its data.
  func mustBePerformed(_ forgetting: PendingForget) -> Bool {
    guard forgetting.newest == nil else { return false }
    let isBegun = forgetting.done[number] != nil && !hasForgotten(forgetting.id)
    guard !isBegun, !forgetting.waiting.contains(number) else { return true }
    // A request that is missing may have been erased after all devices had completed it.
    return hasToReturn && forgetting.isTold && !isOver(forgetting)
      && SealedRequest.content(of: forgetting.request, self) != nil
  }

  /// Whether devices must still complete a request that the stream does not contain.
  func mustBeResent(_ forgetting: PendingForget) -> Bool {
    !forgetting.isTold && !forgetting.waiting.isEmpty && !isForgottenByAll(forgetting)
  }

  /// Whether a request will be sent again and thereby end the stream.
  fileprivate func isAboutToEndStream(_ forgetting: PendingForget) -> Bool {
    let isOfFounder = !isFounder && founder?.forgotten.contains(forgetting.id) == true
    return mustBeResent(forgetting) && !isOfFounder
      && SealedRequest.content(of: forgetting.request, self) != nil
  }

  /// Whether, according to the stream's founder, all devices had completed a request. A device that
  /// was restored from an earlier state finds the data to forget by comparing its log with the
  /// stream.
  fileprivate func isForgottenByAll(_ forgetting: PendingForget) -> Bool {
    guard let founder, founder.hasBegun, !isFounder, !forgetting.isTold else { return false }
    return founder.forgotten.contains(forgetting.id)
  }

  /// The numbers of the known devices that were not removed.
  fileprivate var knownDevices: Set<UInt32> { Set(knownMembers.filter { !$1.isRemoved }.keys) }
}
