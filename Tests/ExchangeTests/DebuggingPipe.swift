import Foundation
import TestSupport

/// A Chromium that was started on a profile, and is asked over its debugging pipe: JSON with a zero byte
/// behind it, there on descriptor 3, back on descriptor 4.
final class DebuggingPipe {
  private let process: Process
  private let questions: FileHandle
  private let answers: FileHandle
  private var unread = Data()
  private var number = 0

  /// - Parameter profile: The folder with its profiles, of which `Default` is used.
  init(profile: URL) throws {
    let paths = ["questions", "answers"].map { profile.appending(path: $0).path }
    for path in paths where mkfifo(path, 0o600) != 0 {
      throw BrowserTrouble(message: "There can be no pipe.")
    }
    // Foundation starts programs with three descriptors; a shell adds the others.
    let browser = InstalledBrowser.chromium.process([], home: profile)
    browser.executableURL = URL(fileURLWithPath: "/bin/sh")
    let sandbox = getuid() == 0 ? "--no-sandbox" : ""
    browser.arguments = [
      "-c",
      "exec \(InstalledBrowser.chromium.rawValue) --headless --disable-gpu --no-first-run \(sandbox) "
        + "--remote-debugging-pipe --user-data-dir=\"$HOME\" about:blank 3<\"$1\" 4>\"$2\"",
      "sh", paths[0], paths[1],
    ]
    browser.standardOutput = FileHandle.nullDevice
    try browser.run()
    process = browser
    // Each opening waits for the other side's.
    questions = try FileHandle(forWritingTo: URL(fileURLWithPath: paths[0]))
    answers = try FileHandle(forReadingFrom: URL(fileURLWithPath: paths[1]))
  }

  deinit {
    _ = try? ask("Browser.close", [:])
    process.waitUntilExit()
  }

  /// What a script in a page gives.
  func run(_ script: String, in url: String) throws -> Any {
    let page = try ask("Target.createTarget", ["url": url])
    let session = try ask(
      "Target.attachToTarget", ["targetId": page["targetId"] as Any, "flatten": true])
    let answer = try ask(
      "Runtime.evaluate",
      ["expression": script, "awaitPromise": true, "returnByValue": true],
      session: session["sessionId"] as? String)
    guard let value = (answer["result"] as? [String: Any])?["value"] else {
      throw BrowserTrouble(message: "\(answer)")
    }
    return value
  }

  private func ask(
    _ method: String, _ parameters: [String: Any], session: String? = nil
  ) throws -> [String: Any] {
    number += 1
    var question: [String: Any] = ["id": number, "method": method, "params": parameters]
    question["sessionId"] = session
    try questions.write(
      contentsOf: JSONSerialization.data(withJSONObject: question) + Data([0]))
    while true {
      let answer = try JSONSerialization.jsonObject(with: message()) as? [String: Any] ?? [:]
      // What happens meanwhile is told as well.
      guard answer["id"] as? Int == number else { continue }
      guard let result = answer["result"] as? [String: Any] else {
        throw BrowserTrouble(message: "\(answer)")
      }
      return result
    }
  }

  private func message() throws -> Data {
    while true {
      if let end = unread.firstIndex(of: 0) {
        defer { unread = Data(unread[(end + 1)...]) }
        return Data(unread[..<end])
      }
      let more = answers.availableData
      guard !more.isEmpty else { throw BrowserTrouble(message: "It has ended.") }
      unread += more
    }
  }
}
