internal import BrowserModel
internal import Glibc
internal import Platform
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// A profile that is shared with other devices through a stream: it tells them what happened here, and
/// takes over what happened there.
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
/// Everything that leaves the device is sealed, and whatever the servers do to it is noticed: then a
/// sentence says so, what came before is taken over, and nothing behind it. Whatever fails, all may be
/// done again, in this process or the next one.
///
/// Use it from one thread at a time. One process at a time has a profile's.
package final class Synchronization {
  /// Opens the stream of a profile.
  package typealias Opening = (StreamAddress) throws(StreamFailure) -> any SharedStream

  let store: Store
  let stream: any SharedStream
  let lock: SyncLock
  /// The folder of the profile.
  let folder: String
  var sharing: DeviceSharing
  /// What this device knows of the stream, as it is on disk.
  package internal(set) var syncState: SyncState
  /// What was read from the log and is not in the stream, the oldest first.
  var outgoing: ArraySlice<SharedBatch> = []
  /// So far apart the log is looked at. What is done in a burst is told together: to tell each thing by itself
  /// takes as much of the disk as to do it.
  package var lookingInterval = Duration.zero
  /// When it was looked at last.
  var lastLook = ContinuousClock.now
  /// The message that this device has appended, to see whether it has come to stand in the stream.
  var awaited = AwaitedMessage()
  /// Waits before something is tried again, some milliseconds.
  var pause: (Int32) -> Void = Synchronization.wait
  /// For how long servers may know less than this device before they have lost it: one that is cut off
  /// from the others may be far behind them.
  var patience = Duration.seconds(60)
  /// Since when they do.
  private var behindSince: ContinuousClock.Instant?
  /// The servers of before, where others are to take their place, and have shown nothing of the stream yet: until
  /// they do, nothing says so on disk. Nil otherwise.
  private var formerServers: [String]?
  /// Whether the servers were seen to have what was read last.
  private var hasCheckedEnd = false
  /// Since when it is known that another device has another stream begin.
  var endingSince: ContinuousClock.Instant?
  /// So many bytes are taken over in one durable commit.
  var largestSlice = 32 << 20
  /// After how many messages with batches devices compare their libraries.
  var comparisonInterval: UInt64 = 64
  /// Whether an exchange is to end between two messages: it fails as ``SyncFailure/Reason/interrupted`` then.
  package var isInterrupted: () -> Bool = { false }
  /// Called with what is about to be forgotten here because another device has: a program may keep words of
  /// it elsewhere.
  package var willForget: (ForgettingRequest) -> Void = { _ in }
  /// Called in each transaction that writes the state.
  var willWrite: () throws(LogFailure) -> Void = {}

  /// A message that this device has appended.
  struct AwaitedMessage {
    /// Its ``StreamHash``.
    var hash: [UInt8] = []
    /// Where it was read; nil as long as it was not.
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

  /// Goes on with a profile that is shared.
  ///
  /// - Parameters:
  ///   - store: The profile.
  ///   - folder: The folder of the profile.
  ///   - servers: The servers that keep the stream from now on, once they have shown it or it was begun there;
  ///     nil: those that did so far.
  ///   - patience: For how long a program that exchanges is asked to give way, which one that does so as it
  ///     happens does (``isAskedToGiveWay(in:)``).
  ///   - open: Opens its stream.
  /// - Throws: ``SyncFailure``, with ``SyncFailure/Reason/notShared`` if the profile is not shared, with
  ///   ``SyncFailure/Reason/copied`` if it is an older or another copy of one that is.
  package convenience init(
    _ store: Store, in folder: String, servers: [String]? = nil, patience: Duration = .zero,
    on open: Opening
  ) throws(SyncFailure) {
    let lock = try SyncLock(in: folder, patience: patience)
    // Whoever had the profile until now may have written to it.
    do throws(LogFailure) { try store.catchUp() } catch {
      throw SyncFailure(.storage, error.description)
    }
    try FormerSyncFiles.move(in: folder, to: store)
    guard var syncState = try SyncState.read(of: store, in: folder) else {
      try Self.refuseBackup(store)
      throw SyncFailure(.notShared, "This profile is not shared with other devices.")
    }
    try Self.refuseCopy(store, syncState)
    var sharing = DeviceSharing(of: store)
    try sharing.complete(syncState)
    let former = syncState.servers
    if let servers { syncState.servers = servers }
    let address = syncState.address
    let stream = try askingStream { () throws(StreamFailure) in try open(address) }
    self.init(store, in: folder, sharing, lock, syncState, stream)
    formerServers = former == syncState.servers ? nil : former
  }

  /// Whether another program waits for one that exchanges as it happens to give way: to end its
  /// synchronization until nobody asks any more.
  package static func isAskedToGiveWay(in folder: String) -> Bool {
    TurnRequest.isThere(in: folder)
  }

  /// The bytes by which the log is told from a copy of it that somebody has written to.
  static func logDevice(of store: Store) throws(SyncFailure) -> [UInt8] {
    do throws(LogFailure) {
      return try store.log.read { (reader) throws(LogFailure) in
        try reader.metadata("device")
      } ?? []
    } catch {
      throw SyncFailure(.storage, error.description)
    }
  }

  /// Refuses a log that is not the one that has joined, or an earlier state of it.
  static func refuseCopy(_ store: Store, _ syncState: SyncState) throws(SyncFailure) {
    guard try syncState.isOfOtherLog(store) else { return }
    throw wasCopied(syncState)
  }

  static func wasCopied(_ syncState: SyncState) -> SyncFailure {
    SyncFailure(
      .copied,
      "This profile was put back from a backup or copied: \(syncState.label(of: syncState.number)) "
        + "has told the others more than it has. \(howToJoinAgain)")
  }

  /// The sentence that says how a device goes on that cannot go on under its number.
  static let howToJoinAgain =
    "It can join again and keeps what it has: “sync invite” on another device prints a code for “sync join” here."

  /// Waits some milliseconds, as before something is tried again.
  package static func wait(_ milliseconds: Int32) {
    var nothing: [pollfd] = []
    _ = FileDescriptor.wait(for: &nothing, milliseconds: milliseconds)
  }

  /// Refuses a log that has joined other devices but has no sync state, as a restored backup.
  ///
  /// - Throws: ``SyncFailure/Reason/copied``
  package static func refuseBackup(_ store: Store) throws(SyncFailure) {
    guard let device = DeviceSharing(of: store).device else { return }
    throw SyncFailure(
      .copied,
      "This profile was put back from a backup of \(try label(of: device, in: store)), which may have told the "
        + "others more than it has. \(howToJoinAgain)")
  }

  /// The name of a device in a sentence, as the log has it.
  static func label(of device: Device, in store: Store) throws(SyncFailure) -> String {
    let name: String?
    do throws(LogFailure) {
      name = try store.read { words in words.text(.name, of: device.named) }
    } catch {
      throw SyncFailure(.storage, error.description)
    }
    // A name that was forgotten is empty.
    guard let name, !name.isEmpty else { return "a device without a name" }
    return "device “\(name)”"
  }

  // MARK: Exchanging

  /// Sends what is new here and receives what is new there, until there is nothing new on either side.
  ///
  /// - Parameter progress: Called now and then.
  /// - Returns: What was sent and received.
  /// - Throws: ``SyncFailure``. What was exchanged until then stays.
  /// - Complexity: A durable commit for each message that is sent, and for each 32 MiB received.
  @discardableResult
  package func exchange(
    progress: (SyncProgress) -> Void = { _ in }
  ) throws(SyncFailure) -> SyncReport {
    try noting { () throws(SyncFailure) in
      var tries = 0
      while true {
        do throws(SyncFailure) {
          return try exchangeOnce(progress)
        } catch {
          // What was read may be of a stream that has just come in the place of another.
          let isOther = ![.lost, .stream, .renewing, .storage, .interrupted].contains(error.reason)
          guard isOther, tries < 3, hasAnotherStream else { throw error }
          tries += 1
        }
      }
    }
  }

  /// Whether the servers have another stream than the one that was read.
  private var hasAnotherStream: Bool {
    guard let state = try? stream.state() else { return false }
    return state.created != syncState.created
  }

  private func exchangeOnce(
    _ progress: (SyncProgress) -> Void
  ) throws(SyncFailure) -> SyncReport {
    var report = SyncReport()
    // An exchange that failed may have told it.
    outgoing = []
    try collectNotedForgets()
    try checkStream(&report)
    try exchangeBatches(&report, progress)
    while syncState.ending != nil {
      try beginAnewWithoutForgotten()
      try exchangeBatches(&report, progress)
    }
    try eraseForgotten()
    try removeRemnants()
    try compareLibraries(&report)
    try eraseInvitations()
    try endMove()
    try note(nil)
    lock.noteExchange()
    return report
  }

  /// Sends and receives batches until there is nothing new, or the stream ends.
  private func exchangeBatches(
    _ report: inout SyncReport, _ progress: (SyncProgress) -> Void
  ) throws(SyncFailure) {
    try receive(&report, progress)
    try enterStream(&report)
    guard syncState.ending == nil else { return }
    try forgetAndTell(&report)
    // What was done since comes behind that, so that it stays.
    try tellForgettingsAgain(&report)
    while try sendNext(&report, progress) {
      try checkInterruption()
      try receive(&report, progress)
      try forgetAndTell(&report)
    }
    try tellForgettings(&report)
  }

  /// Ends an exchange that is to end, between two messages.
  func checkInterruption() throws(SyncFailure) {
    // A founding is gone through with: the others wait for it.
    let isFounding =
      syncState.isFounder
      && (syncState.members.isEmpty || syncState.epoch < syncState.newestEpoch)
    guard !isFounding, isInterrupted() else { return }
    throw SyncFailure(.interrupted, "The exchange was interrupted.", isTemporary: true)
  }

  /// The names of servers that hold a copy of the stream and were away during the last exchange, as far as the
  /// others say: it goes on without them, and with fewer left to lose.
  package var absentServers: [String] { (stream as? any ServedStream)?.absentServers ?? [] }

  /// Waits until the stream has something new, or the time is over.
  ///
  /// - Returns: Whether there is something new, in the stream or to be said of its servers.
  /// - Throws: ``SyncFailure/Reason/stream``
  @discardableResult
  package func wait(milliseconds: Int) throws(SyncFailure) -> Bool {
    try askingStream { () throws(StreamFailure) in
      try stream.wait(behind: syncState.position, milliseconds: milliseconds)
    }
  }

  /// Runs what uses the stream, and notes for others what is found wrong with it.
  func noting<Value>(
    _ body: () throws(SyncFailure) -> Value
  ) throws(SyncFailure) -> Value {
    do throws(SyncFailure) {
      if syncState.isRemoved, syncState.isProven { throw Self.wasRemoved(syncState) }
      try Self.refuseCopy(store, syncState)
      return try body()
    } catch {
      hasCheckedEnd = false
      if !error.isTemporary, error.reason != .refused {
        try note(error.description, isCopied: error.reason == .copied)
      }
      throw error
    }
  }

  /// Notes what has failed, or that nothing has.
  private func note(_ failure: String?, isCopied: Bool = false) throws(SyncFailure) {
    guard syncState.failure != failure || syncState.isCopied != isCopied, formerServers == nil
    else { return }
    var noted = syncState
    noted.failure = failure
    noted.isCopied = isCopied
    try save(noted)
  }

  /// Writes what this device knows of the stream.
  func save(_ syncState: SyncState) throws(SyncFailure) {
    try usingLog { () throws(LogFailure) in
      try store.log.write { (writer) throws(LogFailure) in try write(syncState, to: writer) }
    }
    self.syncState = syncState
  }

  /// Writes a state in a transaction that is open. After the commit, the caller sets ``syncState``.
  func write(_ syncState: SyncState, to writer: borrowing Writer) throws(LogFailure) {
    try willWrite()
    var noted = syncState
    noted.servers = formerServers ?? syncState.servers
    try noted.write(to: writer)
  }

  /// Moves the requests that programs have noted into the state.
  func collectNotedForgets() throws(SyncFailure) {
    let servers = syncState.servers
    var noted = syncState
    noted.servers = formerServers ?? servers
    let isWhole = try NotedForgets.move(to: &noted, in: store)
    noted.servers = servers
    syncState = noted
    guard isWhole else { throw Self.noteIsDamaged }
  }

  /// Keeps servers that were to take the place of others, now that they have the stream, or it begins there.
  func endMove() throws(SyncFailure) {
    guard formerServers != nil else { return }
    formerServers = nil
    try save(syncState)
  }

  /// Checks that the stream is the one that was read, and goes as far.
  func checkStream(_ report: inout SyncReport) throws(SyncFailure) {
    guard let state = try streamState() else { return try beginAnewWithoutForgotten() }
    report.end = state.last
    guard try isSameStream(state) else { return }
    if syncState.isRemoved { throw Self.wasRemoved(syncState) }
    guard state.last < syncState.position else {
      behindSince = nil
      return try checkEnd(of: state)
    }
    let loss =
      "The servers have lost the end of the stream: this device has read \(syncState.position) messages, and they "
      + "have \(state.last). What this device has is whole: “sync refill” fills the servers again."
    throw behind(SyncFailure(.lost, loss))
  }

  /// Why servers are not used that know less of the stream than this device: as they may be cut off from the
  /// others, and after some time as they have lost it.
  private func behind(_ loss: SyncFailure) -> SyncFailure {
    let since = behindSince ?? .now
    behindSince = since
    guard since.duration(to: .now) < patience else { return loss }
    return SyncFailure(
      .behind,
      "The servers know less of the stream just now than this device has read. If that stays so, “sync refill” "
        + "fills them again.", isTemporary: true)
  }

  /// Checks that what was read last still stands there: servers that have lost the end of the stream may have
  /// as much again of others. What comes behind it says so by itself.
  private func checkEnd(of state: StreamState) throws(SyncFailure) {
    let position = syncState.chainPosition
    guard !hasCheckedEnd || state.last == syncState.position, position > 0 else { return }
    let last = try askingStream { () throws(StreamFailure) in
      try stream.message(at: position)
    }
    guard let last, StreamHash.of(last.bytes) == syncState.hash else {
      throw StreamFault.lost(position).failure
    }
    hasCheckedEnd = true
  }

  /// What there is of the stream; nil where there is none, as another one is to begin.
  func streamState() throws(SyncFailure) -> StreamState? {
    do throws(StreamFailure) {
      return try stream.state()
    } catch {
      guard error.isMissing, syncState.ending != nil else { throw SyncFailure(error) }
      return nil
    }
  }

  static func wasRemoved(_ syncState: SyncState) -> SyncFailure {
    guard syncState.isProven || syncState.newestEpoch == 1 else {
      return SyncFailure(
        .removed,
        "Somebody has begun the stream anew and says that this device was removed: then it can join again with a "
          + "new profile. If nobody has removed it, one that was removed says so: “sync refill --servers” goes on "
          + "with other servers.", isTemporary: true)
    }
    return SyncFailure(
      .removed,
      "This device was removed from those that share the profile. \(howToJoinAgain)")
  }
}
