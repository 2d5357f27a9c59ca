import Foundation
import TestSupport

/// A Firefox that was started on a profile, and is asked over its loopback port: `length:[0,id,name,{}]`
/// there, `length:[1,id,error,value]` back.
final class Marionette {
  private let process: Process
  private let connection: Int32
  private var unread = Data()
  private var number = 0

  /// - Parameter profile: The folder of the profile; the settings that the tests need are put into it.
  init(profile: URL) throws {
    let settings = [
      // The session before is to be restored.
      "browser.startup.page": "3", "marionette.port": "0", "network.dns.disabled": "true",
      "browser.shell.checkDefaultBrowser": "false", "app.normandy.enabled": "false",
      "datareporting.policy.dataSubmissionEnabled": "false",
    ]
    let lines = settings.map { "user_pref(\"\($0)\", \($1));\n" }.joined()
    try Data(lines.utf8).write(to: profile.appending(path: "user.js"))
    process = InstalledBrowser.firefox.process(
      [
        "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile",
        profile.path,
      ], home: profile)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    connection = try Self.connected(to: try Self.port(output))
    // It says who it is first.
    _ = try message()
    _ = try ask("WebDriver:NewSession", [:])
    _ = try ask("Marionette:SetContext", ["value": "chrome"])
  }

  deinit {
    // It keeps what it knows for the next start when it is asked to end, and that takes its time.
    kill(process.processIdentifier, SIGKILL)
    close(connection)
    process.waitUntilExit()
  }

  /// What a script in the browser itself gives; it ends by calling `done`.
  func run<Answer: Decodable>(_ script: String, as type: Answer.Type) throws -> Answer {
    let answer = try ask(
      "WebDriver:ExecuteAsyncScript",
      [
        "script": "const done = arguments[arguments.length - 1];\n\(script)", "args": [String](),
        "scriptTimeout": 40_000,
      ])
    return try JSONDecoder().decode(
      [String: Answer].self, from: JSONSerialization.data(withJSONObject: answer)
    )["value"] ?? { throw BrowserTrouble(message: "no value") }()
  }

  /// The port that it tells in its output.
  private static func port(_ output: Pipe) throws -> UInt16 {
    var text = Data()
    while true {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else {
        throw BrowserTrouble(message: String(decoding: text, as: UTF8.self))
      }
      text += more
      let lines = String(decoding: text, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if let line = lines.first(where: { $0.contains("Listening on port") }),
        let port = line.split(separator: " ").last.flatMap({ UInt16($0) })
      {
        return port
      }
    }
  }

  private static func connected(to port: UInt16) throws -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw BrowserTrouble(message: "It does not answer at port \(port).") }
    return connection
  }

  private func ask(_ name: String, _ arguments: [String: Any]) throws -> Any {
    number += 1
    let body = try JSONSerialization.data(withJSONObject: [0, number, name, arguments] as [Any])
    let bytes = Array("\(body.count):".utf8) + body
    guard bytes.withUnsafeBytes({ send(connection, $0.baseAddress, $0.count, 0) }) == bytes.count
    else { throw BrowserTrouble(message: "It takes no question.") }
    let answer = try JSONSerialization.jsonObject(with: message()) as? [Any] ?? []
    guard answer.count == 4, answer[2] is NSNull else {
      throw BrowserTrouble(message: "\(answer)")
    }
    return answer[3]
  }

  private func message() throws -> Data {
    while true {
      if let colon = unread.firstIndex(of: UInt8(ascii: ":")),
        let count = Int(String(decoding: unread[..<colon], as: UTF8.self)),
        unread[(colon + 1)...].count >= count
      {
        defer { unread = Data(unread[(colon + 1 + count)...]) }
        return Data(unread[(colon + 1)..<(colon + 1 + count)])
      }
      var block = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(connection, &block, block.count, 0)
      guard count > 0 else { throw BrowserTrouble(message: "It has ended.") }
      unread += block[..<count]
    }
  }
}
