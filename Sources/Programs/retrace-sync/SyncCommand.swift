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
        "“\(error.word)” is not understood. Call “retrace sync”; “retrace help sync” says how.",
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

  /// After these nothing goes well by being tried again: a service that follows is not started once more.
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
        "“\(call.command)” is not a command of this program. Call “retrace sync”; “retrace help sync” says "
          + "how.")
    }
  }

  /// The profile that a call is about.
  static func store(_ call: SyncCall, making: Bool = false) throws -> Store {
    try HelperMain.store(
      call.profile, isReadOnly: false, making: making ? .atOnce : .withFirstBatch)
  }

  /// The profile that a call only looks at.
  static func readOnlyStore(_ call: SyncCall) throws -> Store {
    try HelperMain.store(call.profile, isReadOnly: true)
  }

  /// For how long a command waits for another one that exchanges. `follow` gives way between two exchanges.
  private static let patience = Duration.seconds(30)

  /// The synchronization of a profile that is shared.
  ///
  /// - Parameter servers: The servers that keep the stream from now on; nil: those that did so far.
  static func synchronization(
    _ call: SyncCall, servers: [String]? = nil
  ) throws -> Synchronization {
    try refuseUnshared(call)
    return try synchronization(
      of: store(call), call, servers: servers, patience: patience, on: Self.opening(call))
  }

  /// The synchronization of a profile that is open.
  static func synchronization(
    of store: Store, _ call: SyncCall, servers: [String]? = nil, patience: Duration = .zero,
    on opening: Synchronization.Opening
  ) throws(SyncFailure) -> Synchronization {
    let synchronization = try Synchronization(
      store, in: call.profile, servers: servers, patience: patience, on: opening)
    synchronization.forgetTypedLines(of: store, call)
    return synchronization
  }

  /// Notes what the console forgets, which stands in a line on standard input.
  private static func noteForgetting(_ call: SyncCall) throws {
    try refuseUnshared(call)
    let line = String(decoding: try FileDescriptor.readAll(STDIN_FILENO), as: UTF8.self)
    guard let request = ForgettingRequest(line: line) else {
      throw StreamFailure("What is to be forgotten is not understood.", isTemporary: false)
    }
    try Synchronization.note(request, of: store(call), in: call.profile)
  }

  /// Refuses a profile that is not shared, or not there.
  static func refuseUnshared(_ call: SyncCall) throws {
    guard try SyncState.read(in: call.profile) == nil else { return }
    if let store = try? readOnlyStore(call) { try Synchronization.refuseBackup(store) }
    throw StreamFailure(
      "This profile is not shared with other devices: “sync init” begins that, “sync join” joins them.",
      isTemporary: false)
  }

  /// How the device of a profile shows servers who it is.
  private static func credentials(
    _ call: SyncCall
  ) throws(StreamFailure) -> ServerCredentials? {
    do throws(SyncFailure) {
      return try ServerCredentials(in: call.profile)
    } catch {
      throw StreamFailure(error.description, isTemporary: false)
    }
  }

  /// Opens a profile's stream on its servers.
  ///
  /// - Parameters:
  ///   - isNew: Whether it is made first.
  ///   - waking: Input at one of these descriptors ends a wait for the stream.
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
