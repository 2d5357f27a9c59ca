import Foundation
import TestSupport
import Testing

/// `verify` and `recover` on damaged profiles.
@Suite struct TrustTests {
  private let folder: TemporaryFolder
  private var data: URL { folder.url.appending(path: "p/log-1/data.mdb") }

  init() throws {
    folder = try TemporaryFolder()
    let lines = (1...200).map { "open https://site\($0).example/\n" }.joined()
    _ = try RetraceProcess.run(
      ["-p", "p"] + RetraceProcess.clock, input: lines, in: folder.url)
  }

  private func run(_ arguments: String..., profile: String = "p") throws -> Subprocess {
    try RetraceProcess.run(["-p", profile] + arguments, in: folder.url)
  }

  private func json(_ run: Subprocess) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(object as? [String: Any])
  }

  /// Overwrites the leaves that contain an address with garbage, except the leaf with the newest
  /// event.
  private func damage(_ address: String) throws {
    var bytes = try Data(contentsOf: data)
    var from = bytes.startIndex
    while let found = bytes.range(of: Data(address.utf8), in: from..<bytes.endIndex) {
      let page = found.lowerBound / 4_096 * 4_096
      // The page must be a leaf now, not the remains of an earlier leaf.
      let holdsNewest =
        bytes.range(of: Data("https://site200.example/".utf8), in: page..<page + 4_096) != nil
      if bytes[page + 10] == 2, !holdsNewest {
        bytes.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xA5, count: 4_096))
      }
      from = page + 4_096
    }
    try bytes.write(to: data)
  }

  @Test func `an intact profile is reported as intact`() throws {
    let verified = try run("verify")
    #expect(verified.status == 0)
    #expect(verified.output.hasPrefix("Sound: "))
    #expect(verified.errors.isEmpty)
    let answer = try json(try run("--json", "verify"))["verify"] as? [String: Any]
    #expect(answer?["sound"] as? Bool == true)
    #expect((answer?["damage"] as? [Any])?.isEmpty == true)
    #expect(try run("-c", "verify --quick").output.hasPrefix("Sound: "))
  }

  @Test func `a profile that cannot be opened is verified and recovered`() throws {
    try damage("https://site150.example/")
    let before = try Data(contentsOf: data)
    let verified = try run("verify")
    #expect(verified.status == 4)
    #expect(verified.output.contains("Damaged: "))
    #expect(verified.output.contains("cannot be read: #"))
    #expect(verified.output.contains("“recover DIR” saves what can be read"))
    let answer = try json(try run("--json", "verify"))["verify"] as? [String: Any]
    #expect(answer?["sound"] as? Bool == false)
    let recovered = try run("recover", "new")
    #expect(recovered.status == 4)
    #expect(recovered.output.contains(" events were recovered, in “"))
    #expect(recovered.output.contains("Lost: #"))
    #expect(recovered.output.contains("Continue with: retrace -p "))
    #expect(try Data(contentsOf: data) == before)
    let again = try run("verify", profile: "new")
    #expect(again.status == 0)
    #expect(again.output.contains("lost before this profile was recovered"))
    #expect(try run("tabs", profile: "new").output.contains("site200.example"))
    #expect(try run("tabs", profile: "new").status == 0)
    #expect(try run("stats", profile: "new").output.contains("events lost before a recovery"))
  }

  @Test func `a profile without a head page is recovered completely`() throws {
    var bytes = try Data(contentsOf: data)
    bytes.replaceSubrange(0..<4_096, with: Data(repeating: 0, count: 4_096))
    try bytes.write(to: data)
    #expect(try run("tabs").status == 3)
    let verified = try run("verify")
    #expect(verified.status == 4)
    #expect(verified.output.contains("The head of the file is damaged."))
    let recovered = try run("recover", "new")
    #expect(recovered.output.hasPrefix("All "))
    #expect(recovered.status == 0)
    #expect(try run("tabs", profile: "new").output.contains("site200.example"))
  }

  @Test func `the answer of recover names the newest event if it is missing`() throws {
    let older = try Data(contentsOf: data)
    let newest = try json(try run("--json", "stats"))["events"] as? Int
    _ = try run("open", "https://later.example/")
    try older.write(to: data)
    let recovered = try run("--json", "recover", "new")
    let answer = try json(recovered)["recover"] as? [String: Any]
    #expect(answer?["events"] as? Int == newest)
    #expect(answer?["noted"] as? Int == newest.map { $0 + 1 })
    #expect(recovered.status == 4)
  }

  @Test func `a full disk leaves no incomplete files`() throws {
    let before = try Data(contentsOf: data)
    let recovered = try Subprocess.run(
      "/bin/sh",
      [
        "-c", "ulimit -f 64; trap '' XFSZ; exec \"$0\" -p p recover new",
        RetraceProcess.executable.path,
      ], in: folder.url)
    #expect(recovered.status == 1)
    #expect(recovered.errors.contains("the last action was not saved"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["p"])
    #expect(try Data(contentsOf: data) == before)
    #expect(try run("recover", "new").status == 0)
  }

  @Test func `an existing path and a missing profile are rejected`() throws {
    let taken = try run("recover", "p")
    #expect(taken.status == 1)
    #expect(taken.errors.contains("already exists"))
    let missing = try run("verify", profile: "none")
    #expect(missing.status == 3)
    #expect(missing.errors.hasPrefix("retrace: There is no profile at “"))
    #expect(try folder.names == ["p"])
    let memory = try RetraceProcess.run(["--memory", "verify"], in: folder.url)
    #expect(memory.status == 1)
  }
}
