import Foundation
import TestSupport
import Testing

/// Data forgotten in a console is forgotten by the consoles of other devices.
@Suite(
  .enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)),
  .timeLimit(.minutes(30)))
struct ForgettingProgramTests {
  private static let secret = "secret.example"

  /// Whether any file in a folder contains the secret, including the files of the servers.
  private func hasSecret(_ folder: String) -> Bool {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.contains { file in
      let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
      return bytes.range(of: Data(Self.secret.utf8)) != nil
    }
  }

  @Test func `pages, bookmarks and typed lines are forgotten on all devices`() throws {
    let server = try NATSServer()
    let devices = try ConsoleDevice.shared("desk", "phone", on: server.url)
    let (desk, phone) = (devices[0], devices[1])
    for device in devices {
      try device.run("open", "https://\(Self.secret)/\(device.name)")
      try device.run("bookmark", "https://\(Self.secret)/\(device.name)")
      try device.run("bookmark", "https://public.example/\(device.name)")
      try device.type(["open https://\(Self.secret)/\(device.name)", "open https://public.example"])
    }
    for device in devices + devices { try device.run("sync") }
    try phone.run("open", "https://\(Self.secret)/later")

    let forgot = try desk.run("forget", "--site", Self.secret, "--yes").output
    #expect(
      forgot.hasPrefix("Forgot 4 pages, 2 bookmarks") || forgot.hasPrefix("Forgot 2 pages, 2"))
    #expect(forgot.hasSuffix("The other devices forget the same data with the next “sync”.\n"))
    #expect(!hasSecret(desk.folder.path))
    #expect(hasSecret(phone.folder.path))
    #expect(
      try desk.run("sync", "status").output.hasSuffix(
        "phone (has not completed a forget request yet)\n"))
    for device in [desk, phone, desk] { try device.run("sync") }
    for device in devices {
      #expect(!hasSecret(device.folder.path), "\(device.name)")
      #expect(try device.typedLines() == ["open https://public.example"])
      #expect(try device.run("verify").status == 0)
      let status = try device.run("sync", "status").output
      #expect(status.contains("Everything has been sent") && !status.contains("forget"))
    }
    #expect(try desk.bookmarks == phone.bookmarks)
    #expect(try desk.bookmarks.contains("https://public.example/phone"))
    #expect(!hasSecret(server.folder.path))

    // A device with a running follower forgets without a command.
    try phone.run("open", "https://\(Self.secret)/again")
    try phone.run("sync")
    try desk.run("sync")
    let follower = try phone.follow()
    try follower.read(upTo: "continuously. Press Ctrl-C to stop.\n")
    let json = try desk.run("--json", "forget", "https://\(Self.secret)/again", "--yes").output
    #expect(json.contains(#""shared":true"#))
    try desk.run("sync")
    try waitUntil { !hasSecret(phone.folder.path) }
    #expect(try follower.end(by: SIGTERM) == 0)
  }

  @Test func `a request that cannot be sent is reported`() throws {
    let server = try NATSServer()
    let desk = try ConsoleDevice.shared("desk", on: server.url)[0]
    let long = "https://long.example/" + String(repeating: "a", count: 100_000)
    let address = try desk.run("forget", long, "--yes", expecting: 1)
    #expect(
      address.errors.contains(
        "the request could not be stored: The address is too long to send to other devices."))
    try desk.run("open", "https://\(Self.secret)")
    // A folder has the name of the file in which earlier versions stored the state.
    try FileManager.default.createDirectory(
      atPath: desk.profile + "/sync", withIntermediateDirectories: false)
    let forgot = try desk.run("forget", "--site", Self.secret, "--yes", expecting: 1)
    #expect(
      forgot.errors.contains(
        "The other devices do not forget the data, because the request could not be stored"))
    #expect(!hasSecret(desk.profile))
  }
}

extension ConsoleDevice {
  private var historyPath: String { folder.path + "/state/retrace/history" }

  /// Adds lines to the line history, as if the user had typed them.
  fileprivate func type(_ lines: [String]) throws {
    let folder = historyPath.dropLast("/history".count)
    try FileManager.default.createDirectory(
      atPath: String(folder), withIntermediateDirectories: true)
    let escaped = lines.map { $0.replacingOccurrences(of: " ", with: "\\040") + "\n" }
    try Data(("_HiStOrY_V2_\n" + escaped.joined()).utf8).write(to: URL(filePath: historyPath))
  }

  fileprivate func typedLines() throws -> [String] {
    try String(contentsOfFile: historyPath, encoding: .utf8).split(separator: "\n").dropFirst().map
    {
      $0.replacingOccurrences(of: "\\040", with: " ")
    }
  }
}
