import BrowserModel
import Foundation
import Notation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// The text of `help json`.
@Suite struct ShapeHelpTests {
  static let index = CommandCatalogue.table.index

  @Test func `every command describes its answer`() {
    let silent = Self.index.declarations.filter { Self.index.answer(of: $0) == nil }.map(\.name)
    #expect(silent == ["sync follow", "serve", "source", "quit"])
  }

  @Test func `an outline has one line per member`() throws {
    #expect(
      try Help(Self.index, columns: 40).text(for: "json groups").text == """
        groups
          groups: array of Group

        Group
          id: integer
          windowId: integer
          title: string
          color: grey | blue | red | yellow |
            green | pink | purple | cyan |
            orange
          collapsed: boolean

        """)
  }

  @Test func `nested members are indented, and alternatives are separate`() throws {
    let text = try Help(Self.index).text(for: "json zoom").text
    #expect(
      text.hasPrefix(
        """
        zoom
          zoom: object
            level: number; 1.25 is 125 %
            decider: tab | site | default

        """))
    #expect(text.contains("\nor\n  sequence: integer; "))
    #expect(text.hasSuffix("“help json EventFields” lists the members of each kind.\n"))
  }

  @Test func `the fields of an event are those of its kind`() throws {
    let text = try Help(Self.index).text(for: "json EventFields").text
    #expect(
      text.contains(
        """
        or
          kind: tab.pinned
          tab?: integer
          pinned?: true
          index: integer
          after?: integer
          before?: integer
          rank: integer
          rankFraction: integer
        or

        """))
  }

  @Test(arguments: Help.shapeNames(index), [40, 80])
  func `an outline fits the screen`(name: String, columns: Int) throws {
    let text = try Help(Self.index, columns: columns).text(for: "json \(name)")
    for line in text.text.split(separator: "\n") {
      #expect(SafeText(trusted: String(line)).columns <= columns, "\(line)")
    }
  }

  @Test func `the help of a command names its outline`() throws {
    let help = Help(Self.index)
    #expect(
      try help.text(for: "tabs").text.contains("“help json tabs” lists the members of its JSON."))
    #expect(try !help.text(for: "open").text.contains("help json"))
    #expect(try help.text(for: "json quit").text == "“quit” prints nothing of its own.\n")
  }

  @Test func `an unknown name is rejected`() throws {
    let error = try #require(throws: UsageError.self) {
      _ = try Help(Self.index).text(for: "json tbas")
    }
    #expect(error.message == "unknown command “tbas”; did you mean “tabs”?")
  }

  /// Programs that generate clients read these parts of the document.
  @Test func `the document lists the served methods, each with arguments by name`() throws {
    let help = try RetraceProcess.run(["--json", "help", "--schema"])
    let answer = try JSONSerialization.jsonObject(with: help.outputBytes) as? [String: Any]
    let document = try #require(answer?["schema"] as? [String: Any])
    #expect(document["openrpc"] as? String == "1.3.2")
    let methods = try #require(document["methods"] as? [[String: Any]])
    let commands = Self.index.declarations.map(\.name)
    let others = try #require(document["x-commands"] as? [[String: Any]])
    let notServed = others.compactMap { $0["name"] as? String }
    #expect(
      notServed.filter { !$0.hasPrefix("sync") && !$0.hasPrefix("live") } == [
        "report", "import", "export", "inspect", "record", "replay", "serve", "source", "alias",
        "color", "quit",
      ])
    let names = methods.compactMap { $0["name"] as? String }
    #expect(Set(names).count == names.count)
    #expect(
      names == [
        "hello", "rpc.discover", "perform", "undoTitles", "subscribe", "unsubscribe", "acknowledge",
        "openSession", "endSession", "engine", "report", "cancel",
      ]
        + commands.filter { !notServed.contains($0) })
    #expect(commands.filter { notServed.contains($0) } == notServed)
    let open = try #require(methods.first { $0["name"] as? String == "open" })
    let parameters = try #require(open["params"] as? [[String: Any]])
    #expect(
      parameters.map { $0["name"] as? String } == [
        "address", "background", "from", "position", "private", "pinned", "window", "allow-script",
        "ifAt", "key", "at", "branch",
      ])
    let types = parameters.map { ($0["schema"] as? [String: Any])?["type"] as? String }
    #expect(
      types == [
        "string", "boolean", nil, "integer", "boolean", "boolean", nil, "boolean", "integer",
        "string", nil, "string",
      ])
    #expect(parameters.allSatisfy { $0["required"] as? Bool == false })
  }
}
