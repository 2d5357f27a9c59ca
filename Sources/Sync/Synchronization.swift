internal import BrowserModel
internal import Platform
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// A profile that is shared with other devices through a stream. It sends the events of this device
/// and applies those of others.
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
/// All data that leaves the device is sealed, and any tampering by the servers is detected: the
/// error describes it, and only the messages before it are applied. After any failure, the
/// operation can be repeated in this process or the next.
///
/// Use it from one thread at a time. Only one process at a time can open a profile's
/// synchronization.
package final class Synchronization {
  /// Opens the stream of a profile.
  package typealias Opening = (StreamAddress) throws -> any SharedStream

  let store: Store
  let stream: any SharedStream
  let lock: SyncLock
  /// The folder of the profile.
  let folder: String
  var sharing: DeviceSharing
  /// The device's knowledge of the stream, as stored on disk.
  package internal(set) var syncState: SyncState
  /// The batches read from the log that are not in the stream, oldest first.
  var outgoing: ArraySlice<SharedBatch> = []
  /// The interval at which the log is read. Events in a burst are sent together, because sending
  /// each one costs as much disk activity as writing it.
  package var lookingInterval = Duration.zero
  /// The time when the log was last read.
  var lastLook = ContinuousClock.now
  /// The message that this device appended, for checking whether it is stored in the stream.
  var awaited = AwaitedMessage()
  /// Waits some milliseconds before a retry.
  var pause: (Int32) -> Void = Synchronization.wait
  /// The time that servers may have fewer messages than this device before they count as lost: a
  /// server that is cut off from the others may lag far behind.
  var patience = Duration.seconds(60)
  /// The time since when the servers have had fewer messages.
  private var behindSince: ContinuousClock.Instant?
  /// The previous servers, if they are being replaced and the new ones have not shown the stream
  /// yet. The new addresses are not stored until then. Nil otherwise.
  private var formerServers: [String]?
  /// Whether the servers were found to have the last message that was read.
  private var hasCheckedEnd = false
  /// The time since when another device is known to be replacing the stream.
  var endingSince: ContinuousClock.Instant?
  /// The number of bytes applied in one durable commit.
  var largestSlice = 32 << 20
  /// The number of messages with batches after which devices compare their libraries.
  var comparisonInterval: UInt64 = 64
  /// Whether an exchange must end between two messages. It then fails with
  /// ``SyncError/Reason/interrupted``.
  package var isInterrupted: () -> Bool = { false }
  /// Called before this device forgets something that another device has forgotten. A program may
  /// store copies of the data elsewhere.
  package var willForget: (ForgettingRequest) -> Void = { _ in }
  /// Called in each transaction that writes the state.
  var willWrite: () throws -> Void = {}

  /// A message that this device has appended.
  struct AwaitedMessage {
    /// Its ``StreamHash``.
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
  ///   - servers: The new addresses of the servers, stored once the servers show the stream or it
  ///   is created there, or nil for the current ones.
  ///   - patience: How long to wait for another exchanging program to give way. Programs that
  ///   exchange continuously do (``isAskedToGiveWay(in:)``).
  ///   - open: Opens its stream.
  /// - Throws: ``SyncError``, with ``SyncError/Reason/notShared`` if the profile is not shared,
  ///   or ``SyncError/Reason/copied`` if it is an older or separate copy of one that is.
  package convenience init(
    _ store: Store, in folder: String, servers: [String]? = nil, patience: Duration = .zero,
    on open: Opening
  ) throws {
    let lock = try SyncLock(in: folder, patience: patience)
    // The previous holder of the lock may have written to the profile.
    try store.catchUp()
    try FormerSyncFiles.move(in: folder, to: store)
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
    formerServers = former == syncState.servers ? nil : former
  }

  /// Whether another program waits for a continuously exchanging one to give way. That program
  /// should release its synchronization until the request ends.
  package static func isAskedToGiveWay(in folder: String) -> Bool {
    TurnRequest.isThere(in: folder)
  }

  /// Returns the bytes that distinguish the log from a copy that was written to.
  static func logDevice(of store: Store) throws -> [UInt8] {
    try store.log.read { reader in try reader.metadata("device") } ?? []
  }

  /// Rejects a log that is neither the one that joined nor an earlier state of it.
  static func refuseCopy(_ store: Store, _ syncState: SyncState) throws {
    guard try syncState.isOfOtherLog(store) else { return }
    throw wasCopied(syncState)
  }

  static func wasCopied(_ syncState: SyncState) -> SyncError {
    SyncError(
      .copied,
      "This profile was restored from a backup or copied: \(syncState.label(of: syncState.number)) "
        + "has already sent more than this profile contains. \(howToJoinAgain)")
  }

  /// The instruction for a device that cannot continue under its number.
  static let howToJoinAgain =
    "This device can join again and keep its data: run “sync invite” on another device, and “sync join” with that code here."

  /// Waits some milliseconds before a retry.
  package static func wait(_ milliseconds: Int32) {
    var nothing: [pollfd] = []
    _ = FileDescriptor.wait(for: &nothing, milliseconds: milliseconds)
  }

  /// Rejects a log that has joined other devices but has no sync state, such as a restored backup.
  ///
  /// - Throws: ``SyncError/Reason/copied``
  package static func refuseBackup(_ store: Store) throws {
    guard let device = DeviceSharing(of: store).device else { return }
    throw SyncError(
      .copied,
      "This profile was restored from a backup of \(try label(of: device, in: store)), which may have sent more "
        + "than the backup contains. \(howToJoinAgain)")
  }

  /// Returns a device's name according to the log, for use in a sentence.
  static func label(of device: Device, in store: Store) throws -> String {
    let name = try store.read { words in words.text(.name, of: device.named) }
    // A forgotten name is empty.
    guard let name, !name.isEmpty else { return "a device without a name" }
    return "device “\(name)”"
  }

  // MARK: Exchanging

  /// Sends and receives until neither side has anything new.
  ///
  /// - Parameter progress: Called occasionally.
  /// - Returns: The numbers of batches sent and received.
  /// - Throws: ``SyncError``. Batches exchanged before the failure stay.
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
          // The message may be from a stream that has just replaced another.
          tries += 1
        }
      }
    }
  }

  /// The failures that no message of the stream causes.
  private static let unrelatedToMessages: [SyncError.Reason] = [
    .lost, .stream, .full, .renewing, .storage, .interrupted,
  ]

  /// Whether the servers have a different stream than the one read.
  private var hasAnotherStream: Bool {
    guard let state = try? stream.state() else { return false }
    return state.created != syncState.created
  }

  private func exchangeOnce(
    _ progress: (SyncProgress) -> Void
  ) throws -> SyncReport {
    var report = SyncReport()
    // A failed exchange may have sent them.
    outgoing = []
    try collectNotedForgets()
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

  /// Reads to the end of the stream, and sends what must precede batches. If the stream ends, does
  /// so with the stream that replaces it.
  func readToEnd(
    _ report: inout SyncReport, _ progress: (SyncProgress) -> Void = { _ in }
  ) throws {
    try checkStream(&report)
    while true {
      try receive(&report, progress)
      try enterStream(&report)
      guard syncState.ending != nil else { return }
      try beginAnewWithoutForgotten()
    }
  }

  /// Sends everything that the stream does not have, unless the stream ends.
  private func sendAll(
    _ report: inout SyncReport, _ progress: (SyncProgress) -> Void
  ) throws {
    try forgetAndTell(&report)
    // Later events follow the requests in the stream, so they stay.
    try tellForgettingsAgain(&report)
    while try sendNext(&report, progress) {
      try checkInterruption()
      try receive(&report, progress)
      try forgetAndTell(&report)
    }
    try tellForgettings(&report)
  }

  /// Throws if the exchange must end, between two messages.
  func checkInterruption() throws {
    // Creating a stream is completed, because the other devices wait for it.
    let isFounding =
      syncState.isFounder
      && (syncState.members.isEmpty || syncState.epoch < syncState.newestEpoch)
    guard !isFounding, isInterrupted() else { return }
    throw SyncError(
      .interrupted, "The exchange was interrupted. The next exchange continues it.",
      isTemporary: true)
  }

  /// The names of servers that hold a copy of the stream and were away during the last exchange, as
  /// reported by the other servers. Exchanging continues without them, with less redundancy.
  package var absentServers: [String] { (stream as? any ServedStream)?.absentServers ?? [] }

  /// Waits until the stream has something new or the time is over.
  ///
  /// - Returns: Whether the stream, or the status of its servers, has changed.
  /// - Throws: ``SyncError/Reason/stream``
  @discardableResult
  package func wait(milliseconds: Int) throws -> Bool {
    try stream.wait(behind: syncState.position, milliseconds: milliseconds)
  }

  /// Runs an operation on the stream, and stores the problem it finds for other programs.
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

  /// Stores the failure, or that there is none.
  private func note(_ failure: String?, isCopied: Bool = false) throws {
    guard syncState.failure != failure || syncState.isCopied != isCopied, formerServers == nil
    else { return }
    var noted = syncState
    noted.failure = failure
    noted.isCopied = isCopied
    try save(noted)
  }

  /// Stores the device's knowledge of the stream.
  func save(_ syncState: SyncState) throws {
    try store.log.write { (writer) in try write(syncState, to: writer) }
    self.syncState = syncState
  }

  /// Writes a state in an open transaction. After the commit, the caller sets ``syncState``.
  func write(_ syncState: SyncState, to writer: borrowing Writer) throws {
    try willWrite()
    var noted = syncState
    noted.servers = formerServers ?? syncState.servers
    try noted.write(to: writer)
  }

  /// Moves the requests noted by other programs into the state.
  func collectNotedForgets() throws {
    let servers = syncState.servers
    var noted = syncState
    noted.servers = formerServers ?? servers
    let isWhole = try NotedForgets.move(to: &noted, in: store)
    noted.servers = servers
    syncState = noted
    guard isWhole else { throw Self.noteIsDamaged }
  }

  /// Makes new servers permanent, now that they have the stream or it is being created there.
  func endMove() throws {
    guard formerServers != nil else { return }
    formerServers = nil
    try save(syncState)
  }

  /// Checks that the stream is the one that was read, and that it does not end earlier.
  func checkStream(_ report: inout SyncReport) throws {
    guard let state = try streamState() else { return try beginAnewWithoutForgotten() }
    report.end = state.last
    guard try isSameStream(state) else { return }
    if syncState.isRemoved { throw Self.wasRemoved(syncState) }
    guard state.last < syncState.position else {
      behindSince = nil
      return try checkEnd(of: state)
    }
    let loss =
      "The servers have lost the end of the stream: this device has read \(syncState.position) messages, and the "
      + "servers have \(state.last). \(SyncError.howToRefill)"
    throw behind(SyncError(.lost, loss))
  }

  /// Returns the failure for servers that have fewer messages than this device: they may be cut off
  /// from the others, or, after some time, have lost the stream.
  private func behind(_ loss: SyncError) -> SyncError {
    let since = behindSince ?? .now
    behindSince = since
    guard since.duration(to: .now) < patience else { return loss }
    return SyncError(
      .behind,
      "The servers currently have fewer messages than this device has read. If this continues, run “sync refill” "
        + "to refill them.", isTemporary: true)
  }

  /// Checks that the last message read is still in place. Servers that lost the end of the stream
  /// may have other messages there. Later messages identify the one before them.
  private func checkEnd(of state: StreamState) throws {
    let position = syncState.chainPosition
    guard !hasCheckedEnd || state.last == syncState.position, position > 0 else { return }
    let last = try stream.message(at: position)
    guard let last, StreamHash.of(last.bytes) == syncState.hash else {
      throw StreamFault.lost(position).failure
    }
    hasCheckedEnd = true
  }

  /// Returns the state of the stream, or nil if there is none because another is about to begin.
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
        "Another device has replaced the stream, and its list of devices says that this one was removed. If so, "
          + "this device can join again with a new profile. If not, the stream was replaced by a device that had "
          + "been removed: run “sync refill --servers” to use other servers.", isTemporary: true)
    }
    return SyncError(
      .removed,
      "This device was removed from the devices that share the profile. \(howToJoinAgain)")
  }
}
