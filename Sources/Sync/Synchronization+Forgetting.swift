internal import BrowserModel
internal import Notation
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// Forgetting on all devices of a profile.
///
/// Who has forgotten something tells the others what it was, and ends the stream, which has words of it.
/// Another stream begins with what is left. A device that was away finds there what it has to forget, and
/// does so before it tells anything.
extension Synchronization {
  /// Notes something that this device is about to forget: the next exchange has the other devices forget
  /// it, too. Other programs may exchange meanwhile.
  ///
  /// Of what other devices wrote, an address or a site takes all that each of them has when it hears of
  /// it; other scopes take what this device had.
  ///
  /// - Parameters:
  ///   - request: What is forgotten of the log as it is now.
  ///   - store: The profile.
  ///   - folder: Its folder.
  /// - Returns: False if the profile is not shared, and there is nobody to tell.
  /// - Throws: ``SyncFailure/Reason/storage``, and ``SyncFailure/Reason/refused`` for an address that is too
  ///   long for a message.
  /// - Complexity: As `DeviceSharing.shared(_:)`, and one durable commit.
  @discardableResult
  package static func note(
    _ request: ForgettingRequest, of store: Store, in folder: String
  ) throws(SyncFailure) -> Bool {
    guard let syncState = try SyncState.read(of: store, in: folder) else { return false }
    var sharing = DeviceSharing(of: store)
    let forgetting = try usingStore { () throws(StoreFailure) in try sharing.shared(request) }
    guard forgetting.bytes.count <= largestRequest else {
      throw SyncFailure(.refused, "The address is too long to be told.")
    }
    let forget = try PendingForget(forgetting, syncState)
    try usingLog { () throws(LogFailure) in
      try store.log.write { (writer) throws(LogFailure) in
        var noted = try NotedForgets(writer.reader)
        noted.forgets.append(forget)
        try noted.write(to: writer)
      }
    }
    return true
  }

  /// All servers take messages of so many bytes.
  private static let largestRequest = 64 << 10

  // MARK: Telling

  /// Tells the others what this device has forgotten, and what came up meanwhile.
  func tellForgettings(_ report: inout SyncReport) throws(SyncFailure) {
    try collectNotedForgets()
    while let new = syncState.forgettings.first(where: \.isNew) {
      guard let forgetting = new.content(syncState) else {
        var noted = syncState
        noted.forgettings.removeAll { $0.id == new.id }
        try save(noted)
        throw Self.noteIsDamaged
      }
      try tell(new, forgetting.numbered(syncState.number).bytes, endingStream: true, &report)
      // All may have forgotten it, as the founder of the stream knew.
      guard syncState.forgettings.contains(where: { $0.id == new.id && $0.isNew }) else { continue }
      var noted = syncState
      noted.change(new.id) { $0.isNew = false }
      try save(noted)
    }
    try tellForgettingsAgain(&report)
  }

  static let noteIsDamaged = SyncFailure(
    .storage,
    "The note of something that was forgotten here is damaged, so that the other devices cannot be "
      + "told. Forget it once more.")

  /// Tells what this device knows that the others are to forget and the stream does not say.
  func tellForgettingsAgain(_ report: inout SyncReport) throws(SyncFailure) {
    while let forgetting = syncState.forgettings.first(where: syncState.isToBeToldAgain) {
      try tell(forgetting, endingStream: true, &report)
    }
  }

  /// Tells again what another device has told in a stream that is no more.
  func tell(
    _ forgetting: PendingForget, endingStream endsStream: Bool, _ report: inout SyncReport
  ) throws(SyncFailure) {
    guard let content = SealedRequest.content(of: forgetting.request, syncState) else {
      // Nobody knows any more what it was.
      var noted = syncState
      noted.forgettings.removeAll { $0.id == forgetting.id }
      return try save(noted)
    }
    try tell(forgetting, content, endingStream: endsStream, &report)
  }

  private func tell(
    _ forgetting: PendingForget, _ content: [UInt8], endingStream endsStream: Bool,
    _ report: inout SyncReport
  ) throws(SyncFailure) {
    while true {
      let known = syncState.forgettings.first { $0.id == forgetting.id } ?? forgetting
      // What others told before the stream says so may have words of it.
      guard !known.isTold, endsStream || !syncState.hasBatches,
        !syncState.isForgottenByAll(known)
      else { return }
      guard let position = try shownPosition(of: known) else {
        guard let bytes = SealedRequest.bytes(content, id: forgetting.id, syncState) else {
          throw SyncFailure(.storage, "This device has no key of the profile.")
        }
        _ = try append(bytes, &report)
        continue
      }
      // Who is known to have nothing of it is not asked again. What this device has done may be a beginning.
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

  /// Where servers have what is to be forgotten; nil where it was not told, or they have lost it.
  private func shownPosition(of forgetting: PendingForget) throws(SyncFailure) -> UInt64? {
    for position in forgetting.positions.reversed() {
      let bytes = try message(at: position)?.bytes ?? []
      if (try? SealedRequest(bytes))?.id == forgetting.id { return position }
    }
    return nil
  }

  // MARK: Doing it

  /// Forgets here what other devices have forgotten.
  func forgetHere() throws(SyncFailure) {
    var noted = syncState
    while try forgetNext(&noted) { try save(noted) }
  }

  /// Forgets here the next thing that other devices have forgotten; false if there is none.
  func forgetNext(_ known: inout SyncState) throws(SyncFailure) -> Bool {
    guard let next = known.forgettings.first(where: known.isToBeDone) else { return false }
    guard let content = try content(of: next, &known) else {
      // It is over without this device as well, where that was removed.
      if known.isForgottenByAll(next) || known.isOver(next) {
        known.forgettings.removeAll { $0.id == next.id }
        return true
      }
      throw SyncFailure(
        .forged,
        "The servers have left out what another device has forgotten. Forget it there once more; “sync "
          + "refill” on this device goes on without.")
    }
    var shared: SharedForgetting
    do throws(MessageDamage) {
      shared = try SharedForgetting(content)
    } catch {
      throw StreamFault(error, at: next.positions.last ?? 0).failure
    }
    shared.newest.merge(next.done) { $1 }
    if let before = known.forgotten.first(where: { $0.id == next.id }) {
      shared.newest.merge([known.number: before.newest]) { own, _ in own }
    }
    try usingStore { () throws(StoreFailure) in shared = try sharing.upToNow(shared) }
    let newest = shared.newest[syncState.number] ?? .nothing
    // Should it end in the midst of it, it forgets no more the next time.
    let number = known.number
    known.change(next.id) { $0.done[number] = newest }
    try noteForgettings(of: known)
    try usingStore { () throws(StoreFailure) in
      if let request = try sharing.request(shared) { try forget(request) }
    }
    outgoing = []
    known.noteForgotten(ForgetReceipt(id: next.id, newest: newest))
    known.change(next.id) { $0.newest = newest }
    return true
  }

  /// Notes what this device forgets, before it is known that it was read what that is: should that be read again,
  /// or lost, what was done since stays.
  func noteForgettings(of known: SyncState) throws(SyncFailure) {
    var noted = syncState
    let number = syncState.number
    for forgetting in known.forgettings where forgetting.done[number] != nil {
      noted.change(forgetting.id) {
        if $0.waiting.isEmpty { $0 = forgetting.inAnotherStream }
        if $0.request.isEmpty { $0.request = forgetting.request }
        ($0.done[number], $0.newest) = (forgetting.done[number], forgetting.newest)
      }
      guard let newest = forgetting.newest else { continue }
      noted.noteForgotten(ForgetReceipt(id: forgetting.id, newest: newest))
    }
    if noted != syncState { try save(noted) }
  }

  /// Drops what is to be forgotten here and nobody shows any more: a device that has forgotten it finds what
  /// this one tells of it, and says so again, event by event.
  func dropUnshown() throws(SyncFailure) {
    var noted = syncState
    for forgetting in syncState.forgettings where syncState.isToBeDone(forgetting) {
      guard try content(of: forgetting, &noted) == nil else { continue }
      noted.forgettings.removeAll { $0.id == forgetting.id }
    }
    if noted != syncState { try save(noted) }
  }

  /// Returns what is to be forgotten, which is looked for once more where servers did not show it when the
  /// stream was read; nil if they do not now.
  private func content(
    of forgetting: PendingForget, _ known: inout SyncState
  ) throws(SyncFailure) -> [UInt8]? {
    if let content = SealedRequest.content(of: forgetting.request, known) { return content }
    for position in forgetting.positions {
      guard let message = try message(at: position),
        let request = try? SealedRequest(message.bytes), request.id == forgetting.id
      else { continue }
      guard let content = request.content(known) else { continue }
      // Who founds another stream has to tell it.
      known.change(forgetting.id) { $0.request = message.bytes }
      return content
    }
    return nil
  }

  /// Returns a message of the stream; nil if it is not there, or no stream is.
  private func message(at position: UInt64) throws(SyncFailure) -> StreamMessage? {
    do throws(StreamFailure) {
      return try stream.message(at: position)
    } catch {
      guard error.isMissing else { throw SyncFailure(error) }
      return nil
    }
  }

  /// Notes what another device has forgotten and this one has (``SyncState/redacted``), and requests that the
  /// others forget what this one has forgotten and the stream tells: the stream ends then. Who comes to the
  /// stream that follows it compares again.
  ///
  /// - Parameter known: What is known with what was read.
  func agree(on apart: ForgottenApart, _ known: inout SyncState) throws(SyncFailure) {
    if !apart.byOthers.isEmpty {
      known.redacted = SharedForgetting(.written(apart.byOthers), newest: [:]).bytes
    }
    guard !apart.here.isEmpty, known.ending == nil,
      // Where something is told again the stream ends as well.
      !known.forgettings.contains(where: { $0.isNew || known.isAboutToEndStream($0) })
    else { return }
    let told = try usingStore { () throws(StoreFailure) in
      try sharing.upToNow(SharedForgetting(.written(apart.here), newest: [:]))
    }
    known.forgettings.append(try PendingForget(told, known))
  }

  /// Forgets the events in ``SyncState/redacted``.
  func forgetRedacted() throws(SyncFailure) {
    guard !syncState.redacted.isEmpty else { return }
    if let forgetting = try? SharedForgetting(syncState.redacted) {
      try usingStore { () throws(StoreFailure) in
        if let request = try sharing.request(forgetting) { try forget(request) }
      }
      outgoing = []
    }
    var noted = syncState
    noted.redacted = []
    try save(noted)
  }

  /// Compacts the log if it may have unused pages with a request that all devices have completed. If that fails,
  /// for example because the disk is full, the next exchange tries again.
  func removeRemnants() throws(SyncFailure) {
    guard syncState.hasRemnants, (try? store.log.compact()) != nil else { return }
    var noted = syncState
    noted.hasRemnants = false
    try save(noted)
  }

  private func forget(_ request: ForgettingRequest) throws(StoreFailure) {
    willForget(request)
    guard try store.previewOfForgetting(request).counts != ForgettingCounts() else { return }
    try store.forget(request, by: Origin(.policy))
  }

  /// Begins another stream in the place of one that has what is to be forgotten.
  ///
  /// - Throws: ``SyncFailure/Reason/renewing`` as long as another device is expected to do so.
  func beginAnewWithoutForgotten() throws(SyncFailure) {
    guard let ending = syncState.ending else { return }
    let since = endingSince ?? .now
    endingSince = since
    // The servers' clock may say anything.
    let elapsed = Timestamp.now.milliseconds &- ending.milliseconds
    // Where the clocks are wrong, it is done too early, which does no harm, or after a while of waiting.
    guard
      ending.device == syncState.number || .milliseconds(elapsed) >= patience
        || since.duration(to: .now) >= patience
    else {
      throw SyncFailure(
        .renewing,
        "What \(syncState.label(of: ending.device)) has forgotten is being taken off the servers.",
        isTemporary: true)
    }
    // What takes its time comes first: another device may begin it meanwhile.
    try forgetHere()
    guard try !beginAnewWithOther() else { return }
    try renewStream()
  }

  /// Forgets here what others have forgotten, and tells that it has: that comes before whatever is done later.
  func forgetAndTell(_ report: inout SyncReport) throws(SyncFailure) {
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

  /// Erases from the stream what all devices have forgotten. What cannot be erased now is tried again with
  /// the next exchange.
  func eraseForgotten() throws(SyncFailure) {
    var noted = syncState
    for forgetting in syncState.forgettings
    where syncState.isOver(forgetting) || syncState.isForgottenByAll(forgetting) {
      // The end of the stream is never erased.
      guard forgetting.positions.allSatisfy({ $0 < syncState.chainPosition }) else { continue }
      do throws(StreamFailure) {
        for position in forgetting.positions {
          try erase(position) { (try? SealedRequest($0.bytes))?.id == forgetting.id }
        }
        noted.forgettings.removeAll { $0.id == forgetting.id }
        noted.hasRemnants = true
      } catch {
        guard error.isTemporary else { throw SyncFailure(error) }
      }
    }
    if noted != syncState { try save(noted) }
  }
}

extension PendingForget {
  /// Creates a request of this device, sealed with the key that counts now.
  init(_ forgetting: SharedForgetting, _ syncState: SyncState) throws(SyncFailure) {
    self.init(id: Sodium.random(ForgetRequest.idLength))
    guard let request = SealedRequest.bytes(forgetting.bytes, id: id, syncState) else {
      throw SyncFailure(.storage, "This device has no key of the profile.")
    }
    self.request = request
    isNew = true
  }

  /// What is to be forgotten; nil if the request cannot be read.
  func content(_ syncState: SyncState) -> SharedForgetting? {
    SealedRequest.content(of: request, syncState).flatMap { try? SharedForgetting($0) }
  }
}

extension SyncState {
  /// Adds what a device that joins again has forgotten and not told the others.
  ///
  /// - Parameters:
  ///   - previous: Its state before it joined again.
  ///   - past: Its former number, and the newest event that keeps this number.
  mutating func carryOver(
    from previous: SyncState, behind past: EventOrigin
  ) {
    for forget in previous.forgettings where forget.isNew {
      guard let content = forget.content(previous),
        let request = SealedRequest.bytes(
          content.continued(behind: past).bytes, id: forget.id, self)
      else { continue }
      forgettings.append(PendingForget(id: forget.id, request: request, isNew: true))
    }
  }

  /// Whether all devices have forgotten something, also those that have not come back to this stream.
  func isOver(_ forgetting: PendingForget) -> Bool {
    forgetting.isTold && forgetting.waiting.allSatisfy { members[$0]?.isRemoved == true }
  }

  /// Whether this device has to forget something. One that still has to say that it is back forgets before it
  /// compares what it has.
  func isToBeDone(_ forgetting: PendingForget) -> Bool {
    guard forgetting.newest == nil else { return false }
    let isBegun = forgetting.done[number] != nil && !hasForgotten(forgetting.id)
    guard !isBegun, !forgetting.waiting.contains(number) else { return true }
    // What is missing may have been erased, as it was over.
    return hasToReturn && forgetting.isTold && !isOver(forgetting)
      && SealedRequest.content(of: forgetting.request, self) != nil
  }

  /// Whether the stream does not say that devices have to forget something, and some have.
  func isToBeToldAgain(_ forgetting: PendingForget) -> Bool {
    !forgetting.isTold && !forgetting.waiting.isEmpty && !isForgottenByAll(forgetting)
  }

  /// Whether a forgetting will be told once more, in a stream that has batches, so that it ends.
  fileprivate func isAboutToEndStream(_ forgetting: PendingForget) -> Bool {
    let isOfFounder = !isFounder && founder?.forgotten.contains(forgetting.id) == true
    return isToBeToldAgain(forgetting) && !isOfFounder
      && SealedRequest.content(of: forgetting.request, self) != nil
  }

  /// Whether all devices had forgotten something, as the one knew that has founded the stream. A device that
  /// was put back from before finds by comparing what of it goes here.
  fileprivate func isForgottenByAll(_ forgetting: PendingForget) -> Bool {
    guard let founder, founder.hasBegun, !isFounder, !forgetting.isTold else { return false }
    return founder.forgotten.contains(forgetting.id)
  }

  /// The devices that were not removed.
  fileprivate var knownDevices: Set<UInt32> { Set(knownMembers.filter { !$1.isRemoved }.keys) }
}
