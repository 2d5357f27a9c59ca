import BrowserModel
import Foundation
import Notation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// Compares answers with the schemas of their commands, using an independent JSON Schema validator.
@Suite(.enabled(if: SchemaValidator.isFound, "python3 or its module jsonschema is absent"))
struct SchemaTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs lines, and returns each document with the command that it answers.
  private func answers(
    _ lines: [String], _ arguments: [String] = []
  ) throws -> [SchemaValidator.Answer] {
    let run = try RetraceProcess.run(
      ["--json", "--echo", "--yes", "--keep-going"] + RetraceProcess.clock
        + (arguments.isEmpty ? ["-p", folder.profile] : arguments),
      input: lines.map { $0 + "\n" }.joined(), in: folder.url, joinsErrors: true)
    var answers: [SchemaValidator.Answer] = []
    var commands: [String] = []
    for line in run.output.split(separator: "\n") {
      if line.hasPrefix("> ") {
        commands = try Self.commands(of: String(line.dropFirst(2)))
      } else if line.hasPrefix("{\"error\"") {
        answers.append(.init(command: nil, text: String(line)))
      } else if line.hasPrefix("{") {
        try #require(!commands.isEmpty, "\(line)")
        answers.append(.init(command: commands.removeFirst(), text: String(line)))
      }
    }
    return answers
  }

  /// The commands of a line that print a document.
  private static func commands(of line: String) throws -> [String] {
    try Words.split(line).compactMap { words in
      guard let meaning = try? CommandCatalogue.table.read(words) else { return nil }
      guard case .run(let command, _) = meaning else { return "help" }
      let answer = CommandCatalogue.table.index.answer(of: command.declaration)
      return answer == nil ? nil : command.declaration.name
    }
  }

  /// Commands that create a state with every kind of object, and read it.
  private static let scene = [
    "open a.example", "open b.example --background", "go c.example", "page title C", "follow #x",
    "back", "forward", "travel -1", "page start x.example", "page failed refused", "reload",
    "page start w.example", "stop",
    "page start y.example", "page redirect z.example", "page start y.example",
    "page commit", "page loaded",
    "page push /p", "page replace /q", "page location /r", "page scroll 3 4", "page activated",
    "page thumbnail page.png", "home", "address", "resolve a b", "resolve a.example:99999",
    "zoom 125", "zoom in --tab 1", "zoom out", "zoom --temporary 200", "zoom", "zoom why",
    "zoom default 110", "zoom sites", "zoom reset",
    "bookmark --folder Work --tags x,y --keyword k --note n", "folder Work/More", "bookmarks",
    "bookmarks Work", "bookmarks c", "bookmark edit 2 --title X", "bookmark move 2 --folder /",
    "bookmark d.example --title Other", "bookmark open other", "bookmark remove other",
    "group 1 --title G --color blue",
    "groups", "group move 1 2", "window name W",
    "window place 1 --left 0 --top 0 --width 800 --height 600", "windows", "tabs --sort age",
    "close 1 --dry-run",
    "collapse 1", "expand 1", "ungroup G", "pin 1", "unpin 1", "mute 1", "unmute 1", "discard 1",
    "duplicate", "move 1 2", "next", "previous", "tab 1", "close 2", "closed", "closed --site b",
    "reopen", "close --others", "window new --private", "open p.example", "tabs", "tabs --all",
    "tabs a", "windows", "state", "log", "history", "window 1", "window new d.example/1",
    "open d.example/2", "tab d.example", "window close 2", "history", "trail", "visits",
    "visits --top", "find example", "find --limit 1 a", "log --limit 3", "log --kind zoom",
    "show 3", "show now", "undo --dry-run", "undo", "redo --dry-run", "redo", "why", "why #2",
    "why historyLimit", "when tabs > 0", "when tabs > 99", "when tabs = 0", "diff start",
    "diff start --stat", "diff 5 now", "mark m", "marks", "branch b", "branch --hide b",
    "branches --all", "switch b", "open merged.example", "switch main", "merge b --dry-run",
    "merge b", "branch p", "switch p", "close 1", "propose tidy --say Why", "switch main",
    "proposals",
    "proposals tidy", "proposals tidy --tree", "approve tidy", "undo", "decline tidy",
    "propose again --of p", "withdraw again", "proposals --all", "runs", "log --run 1", "at 3",
    "step", "state", "stats", "now",
    "whatif --skip #3", "whatif --skip #3 tabs", "restore 5 --dry-run", "restore 5",
    "value set app.key a", "value set app.key b", "value set app.bytes /wA= --base64 --of-profile",
    "value get app.key", "values --of-profile", "diff -2 now", "diff -2 now --stat",
    "value remove app.key", "value get app.key", "set",
    "set homePage", "set historyLimit 20", "stats", "help", "help open", "help json open",
    "help json Event", "help --schema", "help --man", "alias t = tabs", "alias", "color",
    "completions bash", "complete 'tab d'", "tab nowhere", "nonsense",
  ]

  /// The commands about the files of a profile and of other programs.
  private static let files = [
    "export onetab tabs.txt", "export jsonl log.jsonl", "export netscape",
    "import tabs.txt --dry-run", "import tabs.txt", "backup copy", "backup copy",
    "open later.example", "backup copy", "backup copy --verify", "verify", "verify --quick",
    "recover saved", "report", "report bug", "forget --site a.example --dry-run",
    "forget --site a.example", "compact",
    "stats", "log --limit 1000", "sync server a.example", "sync unit",
    "sync key",
  ]

  /// The commands about other devices.
  private static let devices = [
    "devices", "tabs --device phone", "windows --device phone", "groups --device phone",
    "history --device phone", "take phone 1", "send 1 phone",
    "log --device phone", "log", "show 3", "why", "visits", "find phone", "undo", "redo",
    "send 1 nobody", "take desk 1",
  ]

  /// Creates a profile that has received events of another device.
  private func shareProfile(at path: String) throws {
    var desk = DeviceSharing(of: try Store(EventLog(profile: path, access: .readWrite)) { 1 })
    var phoneShell = try memoryShell()
    var phone = DeviceSharing(of: phoneShell.store)
    try desk.join(as: 1, named: "desk")
    try phone.join(as: 2, named: "phone")
    try phoneShell.run("open phone.example ; page title Phone ; bookmark")
    try desk.receive(try phone.batches())
  }

  @Test func `every answer matches the schema of its command`() throws {
    try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(
      to: folder.url.appending(path: "page.png"))
    let shared = folder.url.appending(path: "shared").path
    try shareProfile(at: shared)
    let answers =
      try answers(Self.scene + Self.files) + answers(Self.devices, ["-p", shared])
    let faults = try SchemaValidator.faults(of: answers)
    #expect(faults == [])
    let answered = Set(answers.compactMap(\.command))
    let silent = CommandCatalogue.table.index.declarations.map(\.name).filter {
      !answered.contains($0)
    }
    // Commands for servers are tested in `SyncProgramTests`, and those for browsers in
    // `LiveCommandTests`.
    let others = silent.filter { !$0.hasPrefix("sync") && !$0.hasPrefix("live") }
    // The page of “inspect” is tested in browsers.
    #expect(others.sorted() == ["inspect", "quit", "record", "replay", "serve", "source"])
  }

  @Test func `answers about imported data and to every example match the schema`() throws {
    var files = SparseFiles(3)
    var imports: [String] = []
    for (name, bytes) in files.all() {
      try Data(bytes).write(to: folder.url.appending(path: name))
      imports.append("import \(name)")
    }
    var random = SplitMix64(seed: 3)
    let lines =
      CommandLines.all(of: [.reads, .steers], &random)
      + CommandLines.all(of: [.mayWrite, .writes, .needsNoProfile], &random)
    let answers = try answers(imports + lines)
    #expect(answers.count > lines.count / 2)
    let faults = try SchemaValidator.faults(of: answers)
    #expect(faults == [])
  }

  @Test func `an incomplete answer matches the schema`() throws {
    _ = try answers((1...4).map { "open \($0).example" })
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    try log.write { writer in try writer.rewrite(at: 3, with: [0xFF]) }
    let answers = try answers([
      "tabs", "log", "show 4", "diff 1", "zoom", "verify", "recover saved", "open 5.example",
    ])
    let faults = try SchemaValidator.faults(of: answers)
    #expect(faults == [])
    let damaged = answers.filter { $0.text.contains(#","damaged":[3]}"#) }
    #expect(damaged.map(\.command).prefix(4) == ["tabs", "log", "show", "diff"])
  }

  @Test func `an event of every kind matches the schema, even with empty fields`() throws {
    try Data(SparseFiles.emptyEvents.map { $0 + "\n" }.joined().utf8)
      .write(to: folder.url.appending(path: "log.jsonl"))
    let shown = SparseFiles.emptyEvents.indices.map { "show \($0 + 1)" }
    let answers = try answers(["import log.jsonl", "log --limit 1000"] + shown)
    #expect(answers.map(\.command) == ["import", "log"] + shown.map { _ in "show" })
    let faults = try SchemaValidator.faults(of: answers)
    #expect(faults == [])
  }

  @Test(arguments: [
    ("tabs", #"{"tabs":[],"more":1}"#), ("tabs", "{}"), ("open", #"{"sequence":"1","events":[]}"#),
    ("log", #"{"events":[{"sequence":1}]}"#),
    (
      "log",
      #"{"events":[{"sequence":1,"batch":1,"time":"x","actor":"user","kind":"tab.muted","url":"x"}]}"#
    ),
    ("diff", #"{"diff":[{"kind":"tabPinned","tab":1,"pinned":true,"index":1}]}"#),
    ("show", #"{"sequence":1,"batch":1,"time":"x","actor":"user","kind":"tab.muted"}"#),
    ("whatif", #"{"anything":1}"#), ("whatif", "{}"), ("source", "{}"),
    ("source", #"{"anything":1}"#),
  ])
  func `undocumented members are found`(command: String, text: String) throws {
    let faults = try SchemaValidator.faults(of: [.init(command: command, text: text)])
    #expect(!faults.isEmpty)
    #expect(faults.allSatisfy { $0.hasPrefix("\(command): ") })
  }

  @Test func `a refusal because of later events matches the schema`() throws {
    var failure = CommandError("changed", "It changed since then.")
    failure.events = [EventID(4), EventID(7)]
    var json = JSONWriter()
    json.object { $0.member("error", failure) }
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(text.contains(#""since":[4,7]"#))
    #expect(try SchemaValidator.faults(of: [.init(command: nil, text: text)]) == [])
  }

  /// With --json, `help json` contains a self-contained schema.
  @Test func `each schema is self-contained`() throws {
    let names = Help.shapeNames(CommandCatalogue.table.index)
    let answers = try answers(names.map { "help json \($0)" }, ["--memory"])
    #expect(answers.map(\.command) == names.map { _ in "help" })
    let schemas = try answers.map { answer in
      let help = try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any]
      return try #require(help?["schema"] as? [String: Any])
    }
    #expect(schemas.compactMap { $0["title"] as? String } == names)
    #expect(try SchemaValidator.faults(ofSchemas: schemas) == [])
  }
}
