import Foundation
import TestSupport
import Testing

/// A device of a test, with a profile and the programs that use it.
struct ConsoleDevice {
  let name: String
  let folder: TemporaryFolder
  var profile: String { folder.profile }

  /// The environment of the device's programs.
  private let environment: [String: String]

  /// - Parameter certificate: A certificate to trust, or nil.
  init(_ name: String, trusting certificate: Certificate? = nil) throws {
    self.name = name
    folder = try TemporaryFolder()
    environment = [
      "TZ": "UTC", "PATH": "/usr/bin:/bin", "XDG_STATE_HOME": folder.path + "/state",
    ].merging(certificate.map { ["SSL_CERT_FILE": $0.path] } ?? [:]) { $1 }
  }

  /// Runs the console on the device.
  @discardableResult
  func run(_ words: String..., expecting status: Int32? = 0) throws -> Subprocess {
    try run(words, expecting: status)
  }

  /// Runs the console on the device.
  @discardableResult
  func run(_ words: [String], expecting status: Int32? = 0) throws -> Subprocess {
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path, ["-p", profile] + words, environment: environment,
      in: folder.url)
    if let status { #expect(run.status == status, "\(words): \(run.output)\(run.errors)") }
    return run
  }

  /// Runs the console on the device, and kills it after it has printed a number of lines.
  ///
  /// - Returns: The output until the kill.
  func run(_ words: String..., killedAfter count: Int) throws -> String {
    let output = Pipe()
    let process = try Subprocess.start(
      URL.builtProgram("retrace").path, ["-p", profile] + words,
      output: output.fileHandleForWriting.fileDescriptor, environment: environment)
    try output.fileHandleForWriting.close()
    var said = Data()
    while said.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      said += more
    }
    kill(process, SIGKILL)
    said += output.fileHandleForReading.readDataToEndOfFile()
    _ = try Subprocess.status(of: process)
    return String(decoding: said, as: UTF8.self)
  }

  /// Starts `sync follow`.
  func follow() throws -> Follower {
    let output = Pipe()
    let process = try Subprocess.start(
      URL.builtProgram("retrace-sync").path, ["follow", "--profile", profile],
      output: output.fileHandleForWriting.fileDescriptor, environment: environment)
    try output.fileHandleForWriting.close()
    return Follower(process: process, output: output.fileHandleForReading)
  }

  /// The bookmarks in the format for other browsers, with their times and in order.
  var bookmarks: String { get throws { try run("export", "netscape").output } }

  /// The addresses of the bookmarks.
  var addresses: [String] {
    get throws {
      try bookmarks.split(separator: "\n").compactMap {
        $0.firstMatch(of: /HREF="([^"]*)"/).map { String($0.1) }
      }
    }
  }

  /// Shares the first device's profile, and lets the other devices join.
  static func shared(_ names: String..., on servers: String) throws -> [ConsoleDevice] {
    let devices = try names.map { try ConsoleDevice($0) }
    try devices[0].run("sync", "init", "--servers", servers, "--name", names[0])
    for device in devices.dropFirst() {
      try device.run("sync", "join", devices[0].invitation(), "--name", device.name)
    }
    return devices
  }

  /// Returns an invitation code for another device.
  func invitation() throws -> String {
    let json = try JSONSerialization.jsonObject(with: run("--json", "sync", "invite").outputBytes)
    let invitation = (json as? [String: Any])?["invitation"] as? [String: Any]
    #expect(invitation?["minutes"] as? Int == 10)
    return try #require(invitation?["code"] as? String)
  }
}
