import Catalogue
import CommandKit
internal import Notation
import Platform
import Sync

/// The commands that manage the devices and servers of a shared profile: `init`, `invite`, `join`,
/// `status`, `rename`, `remove` and `refill`.
struct DeviceCommands {
  private let call: HelperCall
  private let answer: SyncAnswer

  init(_ call: HelperCall) {
    self.call = call
    answer = SyncAnswer(call)
  }

  /// Shares the profile.
  func begin() throws {
    let servers = try readServers()
    let synchronization = try NewProfile(call.profile).removingIfRefused {
      try Synchronization.begin(
        SyncCommand.store(call, making: true), in: call.profile, named: name, servers: servers,
        on: SyncCommand.opening(call, isNew: true))
    }
    _ = try synchronization.exchangeShowingProgress()
    let status = try synchronization.status()
    try answer.write(status)
    try answer.printLine(
      "This profile is now shared, as “\(status.name)”. Use “sync invite” to add another device.")
  }

  /// Prints an invitation code for another device.
  func invite() throws {
    let synchronization = try SyncCommand.synchronization(call)
    // The other device should find all events in the stream.
    _ = try synchronization.exchangeShowingProgress()
    let code = try synchronization.invite().code
    let minutes = Int(Invitation.lifetimeMilliseconds / 60_000)
    try answer.write("invitation") { json in
      json.member("code", code)
      json.member("minutes", minutes)
    }
    try answer.printLine(
      "Within \(minutes) minutes, run “retrace sync join” on the other device and enter this "
        + "code:\n"
    )
    try answer.printUnwrapped("\(code)\n")
    if answer.isOnTerminal, QRCode.show(code) { try answer.printLine("") }
    try answer.printLine(
      "The code works once. Keep it secret: it gives access to the whole profile.")
  }

  /// Joins the devices that share another profile, and receives their events.
  func join() throws {
    let invitation = try Invitation(SecretInput.code.read(call.arguments.text("code")))
    let synchronization = try NewProfile(call.profile).removingIfRefused {
      try Synchronization.join(
        invitation, SyncCommand.store(call, making: true), in: call.profile, named: name,
        on: SyncCommand.opening(call))
    }
    let report = try synchronization.exchangeShowingProgress()
    let wasTaken = try synchronization.chooseFreeName()
    let status = try synchronization.status()
    try answer.write(status)
    try answer.printLine(
      "This device has joined as “\(status.name)”, sharing with " + status.others + ".")
    if wasTaken { try answer.printLine("“sync rename NAME” changes the name.") }
    if let sentence = report.sentence { try answer.printLine(sentence) }
  }

  /// Prints this device's public key for servers. Creates the key if it does not exist.
  func printKey() throws {
    _ = try SyncCommand.store(call, making: true)
    let key = try DeviceKey.make(in: call.profile)
    try answer.write("key") { $0.member("key", key.name) }
    try answer.printLine(SafeText(key.name))
  }

  /// Prints the status, even while another program is exchanging events.
  func printStatus() throws {
    try SyncCommand.refuseUnshared(call)
    guard
      let status = try Synchronization.status(
        of: SyncCommand.readOnlyStore(call), in: call.profile)
    else { return }
    try answer.write(status)
    if status.devices.contains(where: { $0.isThis && $0.isRemoved }) {
      try answer.printLine("This was “\(status.name)”, which another device has removed.")
      return try list(status.devices)
    }
    let servers = status.servers.map { SafeText(SyncAnswer.shown($0)) }.joined(separator: ", ")
    try answer.printLine(
      "This is “\(status.name)”, shared with " + status.others + " through " + servers + ".")
    if let sentence = status.exchangeSentence { try answer.printLine(sentence) }
    switch status.waitingBatches {
    case 0 where status.hasOthers:
      try answer.printLine("Everything has been sent to the other devices.")
    case 0: try answer.printLine("Use “sync invite” to add another device.")
    case 1: try answer.printLine("1 action is waiting to be sent.")
    case SyncStatus.waitingLimit...:
      try answer.printLine("\(status.waitingBatches) or more actions are waiting to be sent.")
    default: try answer.printLine("\(status.waitingBatches) actions are waiting to be sent.")
    }
    if let problem = status.problem { try answer.printLine(SafeText(problem)) }
    try list(status.devices)
  }

  private func list(_ devices: [SyncStatus.Device]) throws {
    let width = devices.map { "\($0.ordinal)".count }.max() ?? 0
    for device in devices {
      var line = SafeText("\(device.ordinal)").padded(toColumns: width, alignment: .right)
      line += "  \(device.name)"
      if device.isThis { line += " (this one)" }
      if device.isRemoved { line += " (removed)" }
      if device.isToForget { line += " (has not completed a forget request yet)" }
      try answer.printLine(line)
    }
  }

  /// Renames this device.
  func rename() throws {
    let synchronization = try SyncCommand.synchronization(call)
    try synchronization.rename(call.arguments.text("name") ?? "")
    var failure: (any Error)?
    do {
      _ = try synchronization.exchangeShowingProgress()
    } catch {
      guard (error as? SyncError)?.reason != .removed else { throw error }
      failure = error
    }
    let status = try synchronization.status()
    try answer.write(status)
    try answer.printLine("This device is now called “\(status.name)”.")
    if let failure {
      try answer.printLine(
        "The other devices receive the name when the next sync succeeds: "
          + SafeText(CommandError(failure).message))
    }
  }

  /// Writes the numbers of the removed devices to the console's pipe.
  func listRemoved() throws {
    let numbers = try Synchronization.removedDevices(in: call.profile)
    let output = Output(Descriptor(call.failureDescriptor, name: "the console"))
    output.write(SafeText(numbers.map { "\($0)" }.joined(separator: " ")))
    try output.flush()
  }

  /// Removes another device.
  func remove() throws {
    let synchronization = try SyncCommand.synchronization(call)
    let word = call.arguments.text("device") ?? ""
    let meant = try synchronization.status().devices(called: word)
    let left = meant.filter { !$0.isRemoved }
    if left.isEmpty, let removed = meant.first {
      throw SyncError(.refused, "“\(removed.name)” has already been removed.")
    }
    guard let device = left.first, left.count == 1 else {
      throw SyncError(
        .refused,
        left.isEmpty
          ? "No device is called “\(word)”; “sync status” lists them."
          : "More than one device is called “\(word)”. Use its number instead.")
    }
    try synchronization.remove(device.number)
    try answer.write(synchronization.status())
    try answer.printLine(
      "“\(device.name)” was removed. It keeps the data that it has, but will not receive any "
        + "new data."
    )
  }

  /// Refills the current servers, or new servers, with all the data that this device has.
  func refill() throws {
    let servers = try call.arguments.has("servers") ? readServers() : nil
    let former = try SyncState.read(in: call.profile)?.servers
    let synchronization = try SyncCommand.synchronization(call, servers: servers)
    let report = try synchronization.showingProgress {
      (synchronization, progress) throws in
      try synchronization.refill(progress: progress)
    }
    try answer.write(synchronization.status())
    guard let servers, servers != former else {
      return try answer.printLine(
        report.isRefill
          ? "The servers again have everything that this device has. The other devices receive it "
            + "when they next sync."
          : "The servers have everything that this device has.")
    }
    try answer.printLine(
      "These servers have everything that this device has. Run “sync refill --servers” on each of "
        + "the other devices. The previous servers keep the stream "
        + "“\(synchronization.syncState.streamName)” until you remove it there.")
  }

  /// Reads the addresses of the servers.
  private func readServers() throws -> [String] {
    let text = try SecretInput.servers.read(call.arguments.text("servers"))
    return try StreamServers(StreamServers.addresses(in: text)).urls
  }

  /// The name for this device. This is the argument, otherwise the name of the computer, otherwise
  /// “a device”.
  private var name: String {
    if let name = call.arguments.text("name") { return name }
    let file = try? FileDescriptor.open("/proc/sys/kernel/hostname", O_RDONLY)
    guard let file, let bytes = try? FileDescriptor.readAll(file) else { return "a device" }
    close(file)
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return DeviceName.isOne(name) ? name : "a device"
  }
}

extension Synchronization {
  /// Renames a device that has just joined if another device has the same name.
  ///
  /// - Returns: Whether the name was taken.
  func chooseFreeName() throws -> Bool {
    let status = try status()
    let others = status.devices.filter { !$0.isThis }
    guard others.contains(where: { $0.name == status.name }) else { return false }
    let stem = status.name.prefix(DeviceName.limit - 4)
    let free = (2...).lazy.map { "\(stem)-\($0)" }.first { name in
      !others.contains { $0.name == name }
    }
    guard let free else { return false }
    try rename(free)
    // The device has joined, even if sending its new name fails.
    _ = try? exchange()
    return true
  }
}
