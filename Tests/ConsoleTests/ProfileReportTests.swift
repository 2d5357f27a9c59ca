import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

/// `report` copies a profile without its texts.
@Suite(.timeLimit(.minutes(30))) struct ProfileReportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let lines = [
      "open https://qzkxj.example/qzkxj?qzkxj#qzkxj", "page title 'A qzkxj page'",
      "page commit", "zoom 150", "bookmark --title qzkxj --note 'qzkxj note' --tags qzkxj",
      "bookmark --keyword qzkxj https://other.example/%s", "folder qzkxj",
      "group 1 --title qzkxj", "window name qzkxj", "mark qzkxj", "set homePage qzkxj.example",
      "open qzkxj.example/b", "page failed 'qzkxj is down'", "close 2", "window new",
      "open 日本.example", "undo", "branch qzkxj-idea", "go qzkxj.example/c",
    ]
    _ = try RetraceProcess.run(
      ["-p", "p", "--keep-going"] + RetraceProcess.clock, input: lines.joined(separator: "\n"),
      in: folder.url)
    let requests = [
      #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[1],"name":"qzkxj"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"open","params":{"address":"qzkxj.example","key":"qzkxj"}}"#,
    ]
    _ = try RetraceProcess.run(
      ["-p", "p", "serve"], input: requests.map { $0 + "\n" }.joined(), in: folder.url)
  }

  private func run(_ arguments: String...) throws -> Subprocess {
    try RetraceProcess.run(["-p", "p"] + arguments, in: folder.url)
  }

  private func store(_ name: String) throws -> Store {
    try Store(EventLog(profile: folder.path + "/" + name, access: .readOnly)) { 0 }
  }

  @Test func `a report has the structure of the profile and none of its texts`() throws {
    #expect(try Sentinel("qzkxj").found(in: folder.path + "/p") != [])
    let report = try run("report", "bug")
    #expect(report.status == 0)
    #expect(report.output.hasPrefix("Wrote a report of "))
    #expect(try Sentinel("qzkxj").found(in: folder.path + "/bug") == [])
    let (original, copy) = (try store("p"), try store("bug"))
    #expect(original.browser.sequence.rawValue > 15)
    #expect(copy.browser == original.browser)
    #expect(try copy.readLibrary() == original.readLibrary())
    let tabs = try RetraceProcess.run(["-p", "bug", "--read-only", "tabs"], in: folder.url)
    #expect(tabs.output.contains("xxxxx://xxxxx.xxxxxxx/x"))
  }

  @Test func `a report describes its origin, without the path`() throws {
    #expect(try run("report").status == 0)
    let file = folder.url.appending(path: "retrace-report/report.json")
    let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
    let report = try #require(object as? [String: Any])
    #expect((report["system"] as? String)?.hasPrefix("Linux ") == true)
    #expect(report["version"] as? String != nil)
    #expect(report["unreadable"] as? Int == 0)
    #expect((report["verify"] as? [String: Any])?["sound"] as? Bool == true)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains(folder.path))
  }

  @Test func `an existing directory is not changed`() throws {
    let again = try run("report", "p")
    #expect(again.status == 1)
    #expect(again.errors.contains("already exists"))
    #expect(try run("log").status == 0)
    #expect(try run("report", "missing/bug").status == 1)
  }

  @Test func `unreadable events stay unreadable`() throws {
    let data = folder.url.appending(path: "p/log-1/data.mdb")
    var bytes = try Data(contentsOf: data)
    while let place = bytes.range(of: Data("qzkxj is down".utf8)) {
      bytes.replaceSubrange(place, with: Data("zkxjq is down".utf8))
    }
    try bytes.write(to: data)
    let report = try run("--json", "report", "bug")
    #expect(report.output.contains(#""unreadable":1"#))
    #expect(try Sentinel("zkxjq").found(in: folder.path + "/bug") == [])
  }
}
