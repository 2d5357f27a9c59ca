import Catalogue
import Glibc
import Platform
import RetraceEventLog
import RetraceStore
import Sync

/// The program from its arguments to its exit status.
enum SyncCommand {
  static func run(_ words: [String]) -> ExitStatus {
    let call: SyncCall
    do throws(SyncCall.UsageError) {
      call = try SyncCall(words)
    } catch {
      return HelperMain.fail(
        "“\(error.word)” is not a valid argument. Use “retrace sync”. See “retrace help sync”.",
        tellingOn: STDERR_FILENO, status: .usage)
    }
    return HelperMain.run(tellingOn: call.failureDescriptor) {
      var call = call
      try call.readSecrets()
      do {
        try run(call)
      } catch let failure as SyncFailure
        where call.command == "follow" && final.contains(failure.reason) && !failure.isTemporary
      {
        return HelperMain.fail(
          failure.description, tellingOn: call.failureDescriptor, status: .unopened)
      }
      return .done
    }
  }

  /// The failures after which a retry cannot succeed, so a service that follows is not restarted.
  private static let final: [SyncFailure.Reason] = [.notShared, .removed, .copied]

  private static func run(_ call: SyncCall) throws {
    switch call.command {
    case "once": try OnceCommand(call).run()
    case "follow": try FollowCommand(call).run()
    case "init": try DeviceCommands(call).begin()
    case "join": try DeviceCommands(call).join()
    case "invite": try DeviceCommands(call).invite()
    case "status": try DeviceCommands(call).tellStatus()
    case "rename": try DeviceCommands(call).rename()
    case "remove": try DeviceCommands(call).remove()
    case "refill": try DeviceCommands(call).refill()
    case "forget": try noteForgetting(call)
    case "recipient": try DeviceCommands(call).checkRecipient()
    case "removed": try DeviceCommands(call).listRemoved()
    case "server":
      if let database = call.words.first(where: DatabaseAddress.isMeant) {
        try DatabaseScript(call, database).tell()
      } else {
        try ServerFiles(call).tell()
      }
    case "key": try DeviceCommands(call).tellKey()
    case "unit": try ServiceUnit(call).tell()
    default:
      throw StreamFailure(
        "“\(call.command)” is not a command of this program. Use “retrace sync”. See “retrace help "
          + "sync”.")
    }
  }

  /// Opens the profile of a call.
  static func store(_ call: SyncCall, making: Bool = false) throws -> Store {
    try HelperMain.store(
      call.profile, isReadOnly: false, making: making ? .atOnce : .withFirstBatch)
  }

  /// Opens the profile of a call for reading.
  static func readOnlyStore(_ call: SyncCall) throws -> Store {
    try HelperMain.store(call.profile, isReadOnly: true)
  }

  /// The time that a command waits for another one that exchanges. `follow` gives way between two
  /// exchanges.
  private static let patience = Duration.seconds(30)

  /// Opens the synchronization of a shared profile.
  ///
  /// - Parameter servers: The new addresses of the servers, or nil for the current ones.
  static func synchronization(
    _ call: SyncCall, servers: [String]? = nil
  ) throws -> Synchronization {
    try refuseUnshared(call)
    return try synchronization(
      of: store(call), call, servers: servers, patience: patience, on: Self.opening(call))
  }

  /// Opens the synchronization of a profile that is already open.
  static func synchronization(
    of store: Store, _ call: SyncCall, servers: [String]? = nil, patience: Duration = .zero,
    on opening: Synchronization.Opening
  ) throws(SyncFailure) -> Synchronization {
    let synchronization = try Synchronization(
      store, in: call.profile, servers: servers, patience: patience, on: opening)
    synchronization.forgetTypedLines(of: store, call)
    return synchronization
  }

  /// Stores the forget request that the console writes as a line to standard input.
  private static func noteForgetting(_ call: SyncCall) throws {
    try refuseUnshared(call)
    let line = String(decoding: try FileDescriptor.readAll(STDIN_FILENO), as: UTF8.self)
    guard let request = ForgettingRequest(line: line) else {
      throw StreamFailure("The forget request is invalid.", isTemporary: false)
    }
    try Synchronization.note(request, of: store(call), in: call.profile)
  }

  /// Rejects a profile that is not shared or does not exist.
  static func refuseUnshared(_ call: SyncCall) throws {
    guard try SyncState.read(in: call.profile) == nil else { return }
    if let store = try? readOnlyStore(call) { try Synchronization.refuseBackup(store) }
    throw StreamFailure(
      "This profile is not shared with other devices. “sync init” shares it, and “sync join” joins "
        + "other devices.",
      isTemporary: false)
  }

  /// Returns the credentials that this device uses to authenticate to servers.
  private static func credentials(
    _ call: SyncCall
  ) throws(StreamFailure) -> ServerCredentials? {
    do throws(SyncFailure) {
      return try ServerCredentials(in: call.profile)
    } catch {
      throw StreamFailure(error.description, isTemporary: false)
    }
  }

  /// Returns a function that opens a profile's stream on its servers.
  ///
  /// - Parameters:
  ///   - isNew: Whether to create the stream first.
  ///   - waking: The descriptors whose input ends a wait for the stream.
  static func opening(
    _ call: SyncCall, isNew: Bool = false, waking: [Int32] = []
  ) -> Synchronization.Opening {
    { (address) throws(StreamFailure) in
      let stream = try StreamServers(address.servers).stream(
        address.name, credentials: credentials(call))
      if isNew { try stream.make() }
      stream.wakingDescriptors = waking
      return stream
    }
  }
}
