import Catalogue
import CommandKit
import Platform
import RetraceEventLog
import RetraceStore
import Sync

/// The work of the program.
enum SyncCommand {
  static func run(_ call: HelperCall) throws -> ExitStatus {
    do {
      try perform(call)
    } catch let failure as SyncError
      where call.arguments.declaration.name == "sync follow" && final.contains(failure.reason)
      && !failure.isTemporary
    {
      return HelperMain.fail(
        failure.description, tellingOn: call.failureDescriptor, status: .unopened)
    }
    return .done
  }

  /// The errors that a retry cannot fix. After such an error, a service that runs `follow` is not
  /// restarted.
  private static let final: [SyncError.Reason] = [.notShared, .removed, .copied]

  private static func perform(_ call: HelperCall) throws {
    let devices = DeviceCommands(call)
    switch call.arguments.declaration.name {
    case "sync": try OnceCommand(call).run()
    case "sync follow": try FollowCommand(call).run()
    case "sync init": try devices.begin()
    case "sync join": try devices.join()
    case "sync invite": try devices.invite()
    case "sync status": try devices.printStatus()
    case "sync rename": try devices.rename()
    case "sync remove": try devices.remove()
    case "sync refill": try devices.refill()
    case "sync key": try devices.printKey()
    case "sync unit": try ServiceUnit(call).printResult()
    case "sync server":
      let hosts = call.arguments.texts("host")
      if let database = hosts.first(where: DatabaseAddress.isMeant) {
        try DatabaseScript(call, database).printResult()
      } else {
        try ServerFiles(call).printResult()
      }
    case "forget": try noteForgetting(call)
    case "removed": try devices.listRemoved()
    case let name: preconditionFailure("“\(name)” is not implemented")
    }
  }

  /// Opens the profile of a call.
  static func store(_ call: HelperCall, making: Bool = false) throws -> Store {
    try call.store(isReadOnly: false, making: making ? .atOnce : .withFirstBatch)
  }

  /// Opens the profile of a call for reading.
  static func readOnlyStore(_ call: HelperCall) throws -> Store {
    try call.store(isReadOnly: true)
  }

  /// The time that a command waits while another program is exchanging events. Between two
  /// exchanges, `follow` lets other programs run.
  private static let patience = Duration.seconds(30)

  /// Opens the synchronization of a shared profile.
  ///
  /// - Parameter servers: The new addresses of the servers, or nil for the current addresses.
  static func synchronization(
    _ call: HelperCall, servers: [String]? = nil
  ) throws -> Synchronization {
    try refuseUnshared(call)
    return try synchronization(
      of: store(call), call, servers: servers, patience: patience, on: Self.opening(call))
  }

  /// Opens the synchronization of a profile that is already open.
  static func synchronization(
    of store: Store, _ call: HelperCall, servers: [String]? = nil, patience: Duration = .zero,
    on opening: Synchronization.Opening
  ) throws -> Synchronization {
    let synchronization = try Synchronization(
      store, in: call.profile, servers: servers, patience: patience, on: opening)
    synchronization.forgetTypedLines(of: store, call)
    return synchronization
  }

  /// Stores the forget request that the console has written to standard input as a line.
  private static func noteForgetting(_ call: HelperCall) throws {
    try refuseUnshared(call)
    let line = String(decoding: try FileDescriptor.readAll(STDIN_FILENO), as: UTF8.self)
    guard let request = ForgettingRequest(line: line) else {
      throw SyncError(.refused, "The forget request is invalid.")
    }
    try Synchronization.note(request, of: store(call), in: call.profile)
  }

  /// Rejects a profile that is not shared or does not exist.
  static func refuseUnshared(_ call: HelperCall) throws {
    guard try SyncState.read(in: call.profile) == nil else { return }
    if let store = try? readOnlyStore(call) { try Synchronization.refuseBackup(store) }
    throw SyncError(
      .refused,
      "This profile is not shared with other devices. “sync init” shares it, and “sync join” joins "
        + "other devices.")
  }

  /// Returns a function that opens a profile's stream on its servers.
  ///
  /// - Parameters:
  ///   - isNew: Whether to create the stream first.
  ///   - waking: The descriptors whose input ends a wait for the stream.
  static func opening(
    _ call: HelperCall, isNew: Bool = false, waking: [Int32] = []
  ) -> Synchronization.Opening {
    { address in
      let stream = try StreamServers(address.servers).stream(
        address.name, credentials: ServerCredentials(in: call.profile))
      if isNew { try stream.make() }
      stream.wakingDescriptors = waking
      return stream
    }
  }
}
