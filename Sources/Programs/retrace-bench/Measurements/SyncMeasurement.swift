import Catalogue
import Notation
import Platform

/// Devices that share a profile through three servers on this machine. The measurement uses the
/// real programs.
struct SyncMeasurement {
  private let options: Options
  private let folder: WorkFolder

  init(_ options: Options, _ folder: WorkFolder) {
    self.options = options
    self.folder = folder
  }

  func run() throws -> Report {
    let program = try options.requireProgram()
    let servers = try ServerCluster(in: folder.fresh("servers"))
    defer { servers.end() }
    let desk = Device(program, try folder.fresh("desk"))
    let phone = Device(program, try folder.fresh("phone"))
    try servers.await { try desk.attempt("sync", "init", "--servers", servers.addresses) }
    try phone.run("sync", "join", desk.invitation())
    let followed = try together(desk, phone)
    let caughtUp = try away(desk, phone)
    return Report(
      title: "sync: devices that share a profile, through three servers on this machine",
      explanation:
        "Bookmarks, 0.4 s apart, each from its commit until the other device has it. Then "
        + "\(options.actions)\non disk with and without `sync follow`. Then \(Self.backlog) events of another "
        + "device at once,\nand \(options.events) on a device that joins, compared with the script that performed them.",
      measurements: followed + caughtUp)
  }

  /// Measures one device while both devices are running `follow`.
  private func together(_ desk: Device, _ phone: Device) throws -> [Measurement] {
    let served = try (desk.serve(), phone.serve())
    var followers = try [desk.follow(), phone.follow()]
    try served.1.ask(ServedProgram.request("subscribe"))
    var (committed, told) = (Samples(), Samples())
    for index in 0..<Self.bookmarks {
      let url = "https://bookmark.example/\(index)"
      let request = ServedProgram.request("bookmark", #"{"url":"\#(url)"}"#)
      committed.append(try Clock.time { try served.0.ask(request) } / 1e6)
      told.append(try Clock.time { try served.1.wait(for: #""\#(url)""#) } / 1e6)
      // In a burst of actions, sending is delayed by about 50 ms.
      usleep(400_000)
    }
    var (beside, alone) = (Samples(), Samples())
    for round in 0..<options.rounds {
      let requests = (0..<options.actions / options.rounds).map {
        ServedProgram.request("bookmark", #"{"url":"https://\#(round).example/\#($0)"}"#)
      }
      func time() throws -> Double {
        try Clock.time { for request in requests { try served.0.ask(request) } } / 1e3
          / Double(requests.count)
      }
      beside.append(try time())
      Device.end(followers.removeFirst())
      alone.append(try time())
      followers.insert(try desk.follow(), at: 0)
    }
    followers.forEach(Device.end)
    return [
      Measurement(
        "a bookmark, until the other device has it", unit: "ms", told,
        against: .init(name: "its commit", value: committed), goal: .value(250)),
      Measurement(
        "a bookmark on disk, with `follow`", unit: "µs", beside,
        against: .init(name: "without", value: alone), goal: .ratio(1.1)),
    ]
  }

  /// Uses one device without exchanging. Then a second device receives the events, and a third
  /// device joins.
  private func away(_ desk: Device, _ phone: Device) throws -> [Measurement] {
    func seconds(_ body: () throws -> Void) rethrows -> Samples {
      Samples(try Clock.time(body) / 1e9)
    }
    for device in [desk, phone, desk] { try device.run("sync") }
    let lines = try folder.fresh("lines") + "/lines"
    func act(_ count: Int, _ site: String) throws -> Samples {
      let text = (0..<count).map { "bookmark https://\(site).example/\($0)\n" }.joined()
      try WorkFolder.write(text, to: lines)
      return try seconds { try desk.run("-f", lines) }
    }
    let doneBefore = try act(Self.backlog, "away")
    try desk.run("sync")
    let caughtUp = try seconds { try phone.run("sync") }
    let done = try act(max(options.events - Self.backlog, 1), "long")
    let sent = try seconds { try desk.run("sync") }
    let attic = Device(desk.program, try folder.fresh("attic"))
    let invitation = try desk.invitation()
    let taken = try seconds {
      try attic.run("sync", "join", invitation)
      try attic.run("sync")
    }
    return [
      Measurement(
        "\(Self.backlog) events after an absence", unit: "s", caughtUp,
        against: .init(name: "a script", value: doneBefore), goal: .value(10)),
      Measurement(
        "the rest of \(options.events), sent", unit: "s", sent,
        against: .init(name: "a script", value: done)),
      Measurement(
        "all events, on a device that joins", unit: "s", taken,
        against: .init(name: "a script", value: done), goal: .value(60)),
    ]
  }

  private static let bookmarks = 60
  private static let backlog = 100_000
}

/// A profile, and the programs that use it.
private struct Device {
  let program: String
  let profile: String

  init(_ program: String, _ folder: String) {
    self.program = program
    profile = folder + "/profile"
  }

  private func words(_ words: [String]) -> [String] { [program, "--yes", "-p", profile] + words }

  func run(_ words: String...) throws { _ = try ChildRun.time(self.words(words)) }

  func attempt(_ words: String...) throws -> Bool { try ChildRun.attempt(self.words(words)).isDone }

  private func start(_ words: String...) throws -> ChildRun.Ends {
    guard let ends = ChildRun.start(self.words(words)) else {
      throw CommandError("failed", "Cannot start \(program).")
    }
    return ends
  }

  func serve() throws -> ServedProgram {
    let server = try ServedProgram(words(["serve"]))
    try server.ask(ServedProgram.hello)
    return server
  }

  /// Starts `sync follow`, and waits until it reports that it is running.
  func follow() throws -> ChildRun.Ends {
    let ends = try start("sync", "follow")
    guard try LineReader(Descriptor(ends.output, name: "sync follow")).next() != nil else {
      throw CommandError("failed", "`sync follow` ended.")
    }
    return ends
  }

  static func end(_ follower: ChildRun.Ends) {
    kill(follower.child.identifier, SIGTERM)
    follower.child.wait()
    for end in [follower.input, follower.output] { close(end) }
  }

  /// Returns an invitation code for another device.
  func invitation() throws -> String {
    let ends = try start("--json", "sync", "invite")
    close(ends.input)
    let text = try FileDescriptor.readAll(ends.output)
    close(ends.output)
    ends.child.wait()
    guard let code = try JSONParser.parse(text)["invitation"]?["code"]?.string else {
      throw CommandError("failed", "There is no invitation.")
    }
    return code
  }
}

/// Three NATS servers on this machine.
private final class ServerCluster {
  let addresses: String
  private var children: [StartedProcess] = []

  init(in folder: String) throws {
    let program = ProcessContext.variable("RETRACE_NATS_SERVER") ?? "nats-server"
    // The servers do not start if one of the ports is in use.
    let first = Int.random(in: 20_000..<30_000)
    let ports = Array(first..<first + 6)
    addresses = ports.prefix(3).map { "nats://127.0.0.1:\($0)" }.joined(separator: ",")
    let routes = ports.suffix(3).map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
    for index in 0..<3 {
      let file = "\(folder)/\(index).conf"
      let text = """
        server_name: s\(index)
        listen: "127.0.0.1:\(ports[index])"
        jetstream { store_dir: "\(folder)/\(index)", sync_interval: always }
        cluster { name: bench, listen: "127.0.0.1:\(ports[3 + index])", routes: [\(routes)] }
        """
      try WorkFolder.write(text, to: file)
      var server = ProcessLauncher(program, ["-c", file])
      server.nullDescriptors = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
      do throws { children.append(try server.start()) } catch {
        throw CommandError(
          "failed", "`sync` needs nats-server in PATH, or its path in RETRACE_NATS_SERVER.")
      }
    }
  }

  func end() {
    for child in children {
      kill(child.identifier, SIGKILL)
      child.wait()
    }
  }

  /// Repeats an operation until the servers have elected a leader.
  func await(_ body: () throws -> Bool) throws {
    let end = Clock.nanoseconds + 60_000_000_000
    while try !body() {
      guard Clock.nanoseconds < end else {
        throw CommandError("failed", "The servers do not start.")
      }
      usleep(200_000)
    }
  }
}
