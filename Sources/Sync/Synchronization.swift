internal import BrowserModel
internal import Platform
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// The synchronization of a profile with other devices through a stream. A synchronization sends
/// the events of this device and applies the events of other devices.
///
/// ```swift
/// let desk = try Synchronization.begin(
///   deskStore, in: deskFolder, named: "desk", servers: servers, on: open)
/// let code = try desk.invite().code
/// let phone = try Synchronization.join(
///   Invitation(code), phoneStore, in: phoneFolder, named: "phone", on: open)
/// try phone.exchange()
/// try desk.exchange()
/// ```
///
/// All data that leaves the device is sealed, and any tampering by the servers is detected. If
/// tampering is detected, the error describes the problem, and only the messages before the problem
/// are applied. After any failure, the operation can be repeated in this process or a later
/// process.
///
/// Use a synchronization from only one thread at a time. Only one process at a time can have a
/// synchronization of a profile.
package final class Synchronization {
  /// A function that opens the stream of a profile.
  package typealias Opening = (StreamAddress) throws -> any SharedStream

  let store: Store
  let stream: any SharedStream
  let lock: SyncLock
  /// The folder of the profile.
  let folder: String
  var sharing: DeviceSharing
  /// The sync state of this device, as stored on disk.
  package internal(set) var syncState: SyncState
  /// The batches that were read from the log and are not in the stream yet, oldest first.
  var outgoing: ArraySlice<SharedBatch> = []
  /// The minimum interval at which the log is read for new events. Events in a burst are sent
  /// together, because sending an event separately costs as much disk activity as writing it.
  package var pollInterval = Duration.zero
  /// The time when the log was last read.
  var lastLook = ContinuousClock.now
  /// The message that this device appended last, used to check whether it is stored in the stream.
  var awaited = AwaitedMessage()
  /// A function that waits for a number of milliseconds before a retry.
  var pause: (Int32) -> Void = Synchronization.wait
  /// The time for which servers may have fewer messages than this device has read before the
  /// missing messages count as lost. A server that is cut off from the other servers may lag far
  /// behind.
  var patience = Duration.seconds(60)
  /// The time since when the servers have had fewer messages than this device has read, or nil if
  /// the servers have all of these messages.
  private var behindSince: ContinuousClock.Instant?
  /// The previous servers, if new servers have been chosen but have not returned the stream yet,
  /// otherwise nil. The new addresses are stored only after the new servers have returned the
  /// stream.
  private var previousServers: [String]?
  /// Whether the servers are known to have the last message that was read.
  private var hasCheckedEnd = false
  /// The time at which this process found that another device is replacing the stream, or nil if no
  /// device is replacing it.
  var endingSince: ContinuousClock.Instant?
  /// The approximate number of message bytes to apply in one durable commit.
  var largestSlice = 32 << 20
  /// The number of messages with batches after which devices compare their libraries.
  var comparisonInterval: UInt64 = 64
  /// Returns whether an exchange must end between two messages. In that case, the exchange fails
  /// with ``SyncError/Reason/interrupted``.
  package var isInterrupted: () -> Bool = { false }
  /// A function to call before this device forgets data that another device has forgotten. A
  /// program can use it to also remove its own copies of the data.
  package var willForget: (ForgettingRequest) -> Void = { _ in }
  /// A function to call in each transaction that writes the state.
  var willWrite: () throws -> Void = {}

  /// A message that this device has appended.
  struct AwaitedMessage {
    /// The ``StreamHash`` of the message.
    var hash: [UInt8] = []
    /// The position at which the message was read, or nil if it has not been read yet.
    var position: UInt64?
  }

  init(
    _ store: Store, in folder: String, _ sharing: DeviceSharing, _ lock: SyncLock,
    _ syncState: SyncState, _ stream: any SharedStream
  ) {
    self.store = store
    self.folder = folder
    self.sharing = sharing
    self.lock = lock
    self.syncState = syncState
    self.stream = stream
  }

  /// Opens a profile that is shared.
  ///
  /// - Parameters:
  ///   - store: The profile.
  ///   - folder: The folder of the profile.
  ///   - servers: The new addresses of the servers, or nil for the current addresses. New addresses
  ///     are stored once the new servers have the stream, or once the stream is created on them.
  ///   - patience: The time to wait for another program that is syncing to give way. Programs that
  ///     sync continuously give way (``isAskedToYield(in:)``).
  ///   - open: A function that opens the stream.
  /// - Throws: ``SyncError``, with ``SyncError/Reason/notShared`` if the profile is not shared, or
  ///   ``SyncError/Reason/copied`` if it is an older or separate copy of a shared profile.
  package convenience init(
    _ store: Store, in folder: String, servers: [String]? = nil, patience: Duration = .zero,
    on open: Opening
  ) throws {
    let lock = try SyncLock(in: folder, patience: patience)
    // The previous holder of the lock may have written to the profile.
    try store.catchUp()
    try LegacySyncFiles.move(in: folder, to: store)
    guard var syncState = try SyncState.read(of: store, in: folder) else {
      try Self.refuseBackup(store)
      throw SyncError(.notShared, "This profile is not shared with other devices.")
    }
    try Self.refuseCopy(store, syncState)
    var sharing = DeviceSharing(of: store)
    try sharing.complete(syncState)
    let former = syncState.servers
    if let servers { syncState.servers = servers }
    let address = syncState.address
    let stream = try open(address)
    self.init(store, in: folder, sharing, lock, syncState, stream)
    previousServers = former == syncState.servers ? nil : former
  }

  /// Whether another program is waiting for a program that syncs continuously to give way. The
  /// program that syncs continuously should release its synchronization until the request ends.
  package static func isAskedToYield(in folder: String) -> Bool {
    YieldRequest.exists(in: folder)
  }

  /// Returns the bytes that distinguish the log from any copy of it to which something was written.
  static func logDevice(of store: Store) throws -> [UInt8] {
    try store.log.read { reader in try reader.metadata("device") } ?? []
  }

  /// Throws if the log is not the log to which the state belongs, for example because the log is a
  /// copy or an older state.
  static func refuseCopy(_ store: Store, _ syncState: SyncState) throws {
    guard try syncState.isOfOtherLog(store) else { return }
    throw wasCopied(syncState)
  }

  static func wasCopied(_ syncState: SyncState) -> SyncError {
    SyncError(
      .copied,
      "This profile was restored from a backup or copied: \(syncState.label(of: syncState.number)) "
        + "has already sent more than this profile contains. \(joinAgainAdvice)")
  }

  /// The instruction for a device that cannot continue under its number.
  static let joinAgainAdvice =
    "This device can join again and keep its data: run “sync invite” on another device, and “sync join” with that code here."

  /// Waits for a number of milliseconds before a retry.
  package static func wait(_ milliseconds: Int32) {
    var nothing: [pollfd] = []
    _ = FileDescriptor.wait(for: &nothing, milliseconds: milliseconds)
  }

  /// Throws if the log has joined other devices but has no sync state, such as a restored backup.
  ///
  /// - Throws: ``SyncError/Reason/copied``
  package static func refuseBackup(_ store: Store) throws {
    guard let device = DeviceSharing(of: store).device else { return }
    throw SyncError(
      .copied,
      "This profile was restored from a backup of \(try label(of: device, in: store)), which may have sent more "
        + "than the backup contains. \(joinAgainAdvice)")
  }

  /// Returns a device's name according to the log, for use in a sentence.
  static func label(of device: Device, in store: Store) throws -> String {
    let name = try store.read { words in words.text(.name, of: device.named) }
    // A forgotten name is empty.
    guard let name, !name.isEmpty else { return "a device without a name" }
    return "device “\(name)”"
  }

  // MARK: Exchanging

  /// Sends and receives batches until both this device and the stream have nothing new.
  ///
  /// - Parameter progress: Called occasionally.
  /// - Returns: The numbers of batches sent and received.
  /// - Throws: ``SyncError``. Batches that were exchanged before the failure are not lost.
  /// - Complexity: One durable commit for each message sent, and for each 32 MiB received.
  @discardableResult
  package func exchange(
    progress: (SyncProgress) -> Void = { _ in }
  ) throws -> SyncReport {
    try noting {
      var tries = 0
      while true {
        do {
          return try exchangeOnce(progress)
        } catch let error as SyncError
          where !Self.unrelatedToMessages.contains(error.reason) && tries < 3 && hasAnotherStream
        {
          // The stream may have just been replaced, and the message may be from the new stream.
          tries += 1
        }
      }
    }
  }

  /// The reasons of failures that are not caused by a message of the stream.
  private static let unrelatedToMessages: [SyncError.Reason] = [
    .lost, .stream, .full, .renewing, .storage, .interrupted,
  ]

  /// Whether the servers have a different stream from the stream that was read.
  private var hasAnotherStream: Bool {
    guard let state = try? stream.state() else { return false }
    return state.created != syncState.created
  }

  private func exchangeOnce(
    _ progress: (SyncProgress) -> Void
  ) throws -> SyncReport {
    var report = SyncReport()
    // The batches are read again, because an exchange that failed may have sent them.
    outgoing = []
    try collectQueuedForgets()
    repeat {
      try readToEnd(&report, progress)
      try sendAll(&report, progress)
    } while syncState.ending != nil
    try eraseForgotten()
    try removeRemnants()
    try compareLibraries(&report)
    try eraseInvitations()
    try endMove()
    try note(nil)
    lock.noteExchange()
    return report
  }

  /// Reads to the end of the stream, and sends the messages that must precede batches. If the
  /// stream ends, continues with the stream that replaces it.
  func readToEnd(
    _ report: inout SyncReport, _ progress: (SyncProgress) -> Void = { _ in }
  ) throws {
    try checkStream(&report)
    while true {
      try receive(&report, progress)
      try enterStream(&report)
      guard syncState.ending != nil else { return }
      try restartWithoutForgotten()
    }
  }

  /// Sends all batches that the stream does not contain, unless the stream ends.
  private func sendAll(
    _ report: inout SyncReport, _ progress: (SyncProgress) -> Void
  ) throws {
    try forgetAndTell(&report)
    // The requests are sent before later events, so those events are not forgotten.
    try resendForgetRequests(&report)
    while try sendNext(&report, progress) {
      try checkInterruption()
      try receive(&report, progress)
      try forgetAndTell(&report)
    }
    try sendForgetRequests(&report)
  }

  /// Throws if the exchange must end. Call this function between two messages.
  func checkInterruption() throws {
    // The creation of a stream is not interrupted, because the other devices wait for it.
    let isFounding =
      syncState.isFounder
      && (syncState.members.isEmpty || syncState.epoch < syncState.newestEpoch)
    guard !isFounding, isInterrupted() else { return }
    throw SyncError(
      .interrupted, "The exchange was interrupted. The next exchange continues it.",
      isTemporary: true)
  }

  /// The names of servers that store a copy of the stream and were down during the last exchange,
  /// as reported by the other servers. Exchanges continue without these servers, with less
  /// redundancy.
  package var absentServers: [String] { (stream as? any ServedStream)?.absentServers ?? [] }

  /// Waits until the stream has new messages or the time has passed.
  ///
  /// - Returns: Whether the stream, or the status of its servers, has changed.
  /// - Throws: ``SyncError/Reason/stream``
  @discardableResult
  package func wait(milliseconds: Int) throws -> Bool {
    try stream.wait(after: syncState.position, milliseconds: milliseconds)
  }

  /// Runs an operation on the stream. If the operation fails and a retry would not help, stores the
  /// problem, so that other programs can show it.
  func noting<Value>(
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      if syncState.isRemoved, syncState.isProven { throw Self.wasRemoved(syncState) }
      try Self.refuseCopy(store, syncState)
      return try body()
    } catch {
      hasCheckedEnd = false
      let reason = (error as? SyncError)?.reason
      if !SyncError.isTemporary(error), reason != .refused, !(error is Refusal) {
        try note("\(error)", isCopied: reason == .copied)
      }
      throw error
    }
  }

  /// Stores the failure of the last exchange, or nil if the exchange succeeded.
  private func note(_ failure: String?, isCopied: Bool = false) throws {
    guard syncState.failure != failure || syncState.isCopied != isCopied, previousServers == nil
    else { return }
    var noted = syncState
    noted.failure = failure
    noted.isCopied = isCopied
    try save(noted)
  }

  /// Stores a state on disk and in ``syncState``.
  func save(_ syncState: SyncState) throws {
    try store.log.write { (writer) in try write(syncState, to: writer) }
    self.syncState = syncState
  }

  /// Writes a state in an open transaction. The caller must set ``syncState`` after the commit.
  func write(_ syncState: SyncState, to writer: borrowing Writer) throws {
    try willWrite()
    var noted = syncState
    noted.servers = previousServers ?? syncState.servers
    try noted.write(to: writer)
  }

  /// Moves the forget requests that other programs have noted into the state.
  func collectQueuedForgets() throws {
    let servers = syncState.servers
    var noted = syncState
    noted.servers = previousServers ?? servers
    let isComplete = try QueuedForgets.move(to: &noted, in: store)
    noted.servers = servers
    syncState = noted
    guard isComplete else { throw Self.noteIsDamaged }
  }

  /// Stores the addresses of new servers. Call this function when the new servers have the stream,
  /// or when the stream is being created on them.
  func endMove() throws {
    guard previousServers != nil else { return }
    previousServers = nil
    try save(syncState)
  }

  /// Throws if the stream is neither the stream that was read nor its replacement, or if it ends
  /// before the last message that was read.
  func checkStream(_ report: inout SyncReport) throws {
    guard let state = try streamState() else { return try restartWithoutForgotten() }
    report.end = state.last
    guard try isSameStream(state) else { return }
    if syncState.isRemoved { throw Self.wasRemoved(syncState) }
    guard state.last < syncState.position else {
      behindSince = nil
      return try checkEnd(of: state)
    }
    let loss =
      "The servers have lost the end of the stream: this device has read \(syncState.position) messages, and the "
      + "servers have \(state.last). \(SyncError.refillAdvice)"
    throw behind(SyncError(.lost, loss))
  }

  /// Returns the failure for servers that have fewer messages than this device has read. Such
  /// servers may be cut off from other servers. If they still have fewer messages after
  /// ``patience``, they have lost the messages.
  private func behind(_ loss: SyncError) -> SyncError {
    let since = behindSince ?? .now
    behindSince = since
    guard since.duration(to: .now) < patience else { return loss }
    return SyncError(
      .behind,
      "The servers currently have fewer messages than this device has read. If this continues, run “sync refill” "
        + "to refill them.", isTemporary: true)
  }

  /// Throws if the last message that was read is no longer at its position. Servers that lost the
  /// end of the stream may have other messages at its positions. Later messages need not be
  /// checked, because each message identifies the message before it.
  private func checkEnd(of state: StreamState) throws {
    let position = syncState.chainPosition
    guard !hasCheckedEnd || state.last == syncState.position, position > 0 else { return }
    let last = try stream.message(at: position)
    guard let last, StreamHash.of(last.bytes) == syncState.hash else {
      throw StreamFault.lost(position).failure
    }
    hasCheckedEnd = true
  }

  /// Returns the state of the stream, or nil if the stream does not exist because another stream is
  /// about to replace it.
  func streamState() throws -> StreamState? {
    do {
      return try stream.state()
    } catch let error as SyncError where error.reason == .lost && syncState.ending != nil {
      return nil
    }
  }

  static func wasRemoved(_ syncState: SyncState) -> SyncError {
    guard syncState.isProven || syncState.newestEpoch == 1 else {
      return SyncError(
        .removed,
        "Another device has replaced the stream, and according to the new stream, this device was "
          + "removed. If this is true, this device can join again with a new profile. If not, a removed "
          + "device has replaced the stream. Run “sync refill --servers” to use other servers.",
        isTemporary: true)
    }
    return SyncError(
      .removed,
      "This device was removed from the devices that share the profile. \(joinAgainAdvice)")
  }
}
