import Foundation
import Platform
import TestSupport
import Testing

@testable import Console

/// `retrace serve`: JSON-RPC for other programs.
@Suite struct ServingTests {
  private static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[1],"name":"tidier"}}"#

  /// Returns the answers to messages, without the greeting.
  private func answers(
    _ messages: String..., profile: String? = nil, serving: [String] = []
  ) throws -> [String] {
    let options = profile.map { ["--profile", $0] } ?? ["--memory"]
    let run = try RetraceProcess.run(
      options + RetraceProcess.clock + ["serve"] + serving,
      input: ([Self.hello] + messages).map { $0 + "\n" }.joined())
    #expect(run.status == 0)
    #expect(run.errors == "" || profile != nil)
    return run.output.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix(#"{"jsonrpc":"2.0","id":0,"result":{"version":1,"#) }
  }

  private func request(_ id: Int, _ method: String, _ parameters: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(parameters)}}"#
  }

  @Test func `a command is a method, and its JSON is the result`() throws {
    let answers = try answers(
      request(1, "open", #""address":"a.example","background":true"#),
      request(2, "window new"), request(3, "windows"),
      request(4, "page title", #""tab":2,"title":"A; 'b' # c""#),
      request(5, "zoom", #""percent":150"#))
    #expect(answers.count == 5)
    let opened = try RetraceProcess.run(
      ["--memory", "--json", "--as", "tidier"] + RetraceProcess.clock
        + ["open", "--background", "a.example"])
    #expect(
      answers[0] + "\n" == #"{"jsonrpc":"2.0","id":1,"result":"# + opened.output.dropLast() + "}\n")
    #expect(answers[3].contains(#""title":"A; 'b' # c""#))
    #expect(answers[4].contains(#""kind":"zoom.temporarySet","tab":4,"level":1.5"#))
  }

  @Test func `custom values are set and read`() throws {
    let answers = try answers(
      request(1, "open", #""address":"a.example""#),
      request(2, "value set", ##""tab":"#2","name":"app.key","value":" two\nlines \"ü\"""##),
      request(3, "value get", ##""tab":"#2","name":"app.key""##),
      request(4, "value set", #""name":"app.key","value":"x""#),
      request(5, "value set", #""name":"app.key","value":"/wA=","base64":true,"of-profile":true"#),
      request(6, "values", #""of-profile":true"#))
    #expect(answers[1].contains(#""kind":"value.set""#))
    #expect(answers[2].contains(#""name":"app.key","text":" two\nlines \"ü\"""#), "\(answers[2])")
    #expect(answers[3].contains("This command needs “tab”"))
    #expect(answers[5].contains(#""values":[{"name":"app.key","base64":"/wA=","bytes":2"#))
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"method":"tabs""#, -32700, "null", "not JSON"),
    (#"[]"#, -32600, "null", "at least one request"),
    (#"{"id":7,"method":"tabs"}"#, -32600, "7", "A request must"),
    (#"{"jsonrpc":"2.0","id":{},"method":"tabs"}"#, -32600, "null", "An id must"),
    (#"{"jsonrpc":"2.0","id":"x","method":"tabs","params":[1]}"#, -32602, "\"x\"", "by name"),
    (#"{"jsonrpc":"2.0","id":1,"method":"tabz"}"#, -32601, "1", "did you mean “tabs”?"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"source","params":{"file":"x"}}"#, -32601, "1",
      "one by one"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"adress":"x"}}"#, -32602, "1",
      "“address”?"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"address":{}}}"#, -32602, "1",
      "must be a string"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"since":"x"}}"#, -32602, "1",
      "“since” must be the number of an event."
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"report","params":{}}"#, -32602, "1", "“engine” first"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"engine","params":{"shown":["x"]}}"#, -32602, "1",
      "tab ids"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"cursor":7}}"#, -32602, "1",
      "“cursor” must be a string"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"background":1}}"#, -32602, "1", "true or"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"diff","params":{"to":"now"}}"#, -32602, "1",
      "“diff” needs “from”"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"private":true}}"#, -32001, "1",
      "private\\\":true"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"log","params":{"follow":true}}"#, -32001, "1",
      "stored only in memory"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"pin","params":{"tab":9}}"#, -32001, "1",
      "no open tab #9"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"close","params":{"ifAt":"x"}}"#, -32602, "1",
      "“ifAt” must be"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"pin","params":{"tab":"1","ifAt":1}}"#, -32602, "1",
      "an id such"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"close","params":{"key":""}}"#, -32602, "1",
      "“key” must be"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[9]}}"#, -32602, "1",
      "supports 1"
    ),
  ])
  func `an invalid request is an error with a sentence`(
    _ message: String, _ code: Int, _ id: String, _ sentence: String
  ) throws {
    let answers = try answers(message)
    #expect(answers.count == 1)
    #expect(answers[0].hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"#))
    #expect(answers[0].contains(sentence))
  }

  @Test func `the first message is hello`() throws {
    let run = try RetraceProcess.run(["--memory", "serve"], input: request(1, "tabs") + "\n")
    #expect(run.output.contains("-32002"))
    #expect(run.status == 0)
  }

  @Test func `notifications, blank lines and incomplete messages have no answer`() throws {
    let answers = try answers(
      #"{"jsonrpc":"2.0","method":"open","params":{"address":"a.example"}}"#, "  ",
      request(2, "stats"), String(request(3, "tabs").dropLast()))
    #expect(
      answers.map { $0.prefix(24) } == [#"{"jsonrpc":"2.0","id":2,"#, #"{"jsonrpc":"2.0","id":nu"#])
  }

  @Test func `a message of more than 16 MiB ends the connection`() throws {
    let answers = try answers(String(repeating: "x", count: (16 << 20) + 70_000))
    #expect(answers.count == 1)
    #expect(answers[0].contains("A message can be at most 16 MiB long."))
  }

  @Test func `a request that has not begun can be cancelled`() throws {
    let answers = try answers(
      request(1, "open"), request(2, "open"), request(3, "cancel", #""id":2"#),
      request(4, "cancel", #""id":9"#), request(5, "tabs"))
    #expect(answers.contains { $0.contains(#""id":2,"error":{"code":-32800"#) })
    #expect(answers.contains { $0.contains(#""id":3,"result":{"cancelled":true}"#) })
    #expect(answers.contains { $0.contains(#""id":4,"result":{"cancelled":false}"#) })
    #expect(answers.last?.components(separatedBy: "windowId").count == 2)
  }

  @Test func `a repeated request with a key is answered even if its subject no longer exists`()
    throws
  {
    let close = #""tabs":[2],"key":"k1""#
    let answers = try answers(
      request(1, "open"), request(2, "close", close), request(3, "close", close),
      request(4, "close", #""tabs":[2]"#))
    #expect(answers[2].replacing(#""id":3"#, with: #""id":2"#) == answers[1])
    #expect(answers[3].contains(#""code":"noSuchTab""#))
  }

  @Test func `a key that was used for a different request is rejected`() throws {
    let answers = try answers(
      request(1, "open", #""address":"a.example","background":true,"key":"k1""#),
      // The order of arguments and the precondition do not make a request different.
      request(2, "open", #""key":"k1","ifAt":1,"background":true,"address":"a.example""#),
      request(3, "open", #""address":"b.example","background":true,"key":"k1""#),
      request(4, "open", #""address":"a.example","key":"k1""#),
      request(5, "close", #""tabs":[2],"key":"k1""#), request(6, "tabs"))
    #expect(answers[1].replacing(#""id":2"#, with: #""id":1"#) == answers[0])
    for (index, answer) in answers[2...4].enumerated() {
      #expect(
        answer.hasPrefix(
          #"{"jsonrpc":"2.0","id":\#(index + 3),"error":{"code":-32001,"message":"The key “k1” was "#
            + "used for a different request, which wrote event #1. Send this request with a new key."
        ))
      #expect(answer.contains(#""data":{"code":"keyUsed""#))
    }
    #expect(answers[5].components(separatedBy: "windowId").count == 2)
    #expect(answers[5].contains("a.example"))
  }

  /// When a request arrives, the active tab may be a different one than the user saw.
  @Test(arguments: [
    ("close", ""), ("close", #""tabs":[]"#), ("close", #""others":true"#), ("window close", ""),
    ("pin", ""), ("unpin", ""), ("mute", ""), ("unmute", ""), ("discard", ""), ("duplicate", ""),
    ("group", #""tabs":[]"#), ("close", #""tabs":null"#), ("log", #""kind":[]"#),
  ])
  func `a request must name its targets, and an empty list is rejected`(
    _ method: String, _ parameters: String
  ) throws {
    let answers = try answers(
      request(1, "open", #""address":"a.example""#), request(2, "open", #""address":"b.example""#),
      request(3, "tabs"), request(4, method, parameters), request(5, "tabs"))
    #expect(answers[3].hasPrefix(#"{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"#))
    #expect(answers[4].replacing(#""id":5"#, with: #""id":3"#) == answers[2])
  }

  @Test func `an option accepts a list of tabs, or a text that lists them`() throws {
    let answers = try answers(
      request(1, "open", #""address":"a.example""#), request(2, "open", #""address":"b.example""#),
      request(3, "go", #""address":"a.example/2","tab":"1""#),
      request(4, "go", #""address":"b.example/2","tab":"2""#),
      request(5, "back", #""tab":[2,3]"#), request(6, "forward", #""tab":"1-2""#),
      request(7, "back", #""tab":[]"#), request(8, "undo"), request(9, "tabs"))
    for answer in [answers[4], answers[5]] {
      #expect(answer.components(separatedBy: #""navigation.traveled""#).count == 3, "\(answer)")
    }
    #expect(answers[6].contains(#""error":{"code":-32602"#))
    #expect(answers[8].components(separatedBy: #""history":{"index":0"#).count == 3)
  }

  @Test func `an integer is an id, and a string is a position, an id or words`() throws {
    // The tabs have the ids 2, 3 and 4, and the positions 1, 2 and 3.
    let answers = try answers(
      request(1, "open", #""address":"a.example""#), request(2, "open", #""address":"b.example""#),
      request(3, "open", #""address":"c.example""#), request(4, "close", #""tabs":[3]"#),
      request(5, "close", #""tabs":["2"]"#), request(6, "close", #""tabs":[1]"#),
      request(7, "pin", ##""tab":"#2""##), request(8, "window", #""window":1"#),
      request(9, "window", #""window":"1""#), request(10, "show", #""point":2"#),
      request(11, "why", #""thing":2"#), request(12, "mute", #""tab":"a.example""#))
    #expect(answers[3].contains(#""kind":"tab.closed","tab":3"#), "\(answers[3])")
    #expect(answers[4].contains(#""kind":"tab.closed","tab":4"#), "\(answers[4])")
    #expect(answers[5].contains("There is no open tab #1."))
    #expect(answers[6].contains(#""kind":"tab.pinned""#))
    #expect(answers[7].contains(#""result""#))
    #expect(answers[8].contains(#""result""#))
    #expect(answers[9].contains(#""sequence":2,"#))
    #expect(answers[10].contains(#""result""#))
    #expect(answers[11].contains(#""kind":"tab.muted","tab":2"#))
  }

  @Test func `each string of a list is one reference`() throws {
    let answers = try answers(
      request(1, "open", #""address":"red.example/apple""#),
      request(2, "open", #""address":"green.example/pear""#),
      request(3, "pin", #""tab":["apple","pear"]"#), request(4, "mute", #""tab":["1-2"]"#))
    for answer in answers[2...] {
      #expect(answer.components(separatedBy: #""kind":"tab."#).count == 3, "\(answer)")
    }
  }

  @Test(arguments: [
    ("pin", #""tab":0"#, "“tab” must be an id, not 0"),
    ("pin", #""tab":2.5"#, "“tab” must be a number or a string"),
    ("pin", #""tab":"0""#, "“tab” needs a position"),
    ("open", #""address":7"#, "“address” must be a string, not 7"),
    ("open", #""address":["a","b"]"#, "“address” must be one value, not a list"),
    ("go", #""address":"a.example","tab":"1,2""#, "“tab” must be one value, not the list “1,2”"),
    ("tabs", #""window":"1","window":"1""#, "“window” was given twice"),
    ("close", #""left":true,"right":true,"tabs":[2]"#, "“left” and “right” cannot be combined"),
    ("diff", #""from":-1"#, "must be the number of an event, or a string such as"),
    ("go", #""tab":2"#, "“go” needs “address”"),
    ("set", #""value":"1""#, "“value” needs “name” too"),
    ("forget", #""between":[1]"#, "“between” must be a list of 2"),
    ("back", #""tab":2,"page":"0""#, "“page” needs a number of pages"),
  ])
  func `an ambiguous or invalid argument is rejected`(
    _ method: String, _ parameters: String, _ sentence: String
  ) throws {
    let answers = try answers(request(1, "open"), request(2, method, parameters))
    #expect(answers[1].hasPrefix(#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"#))
    #expect(answers[1].contains(sentence), "\(answers[1])")
  }

  @Test func `a message with too many values is rejected, and the next one is answered`() throws {
    let many = "[" + String(repeating: "[],", count: 5_000_000) + "[]]"
    let answers = try answers(
      request(1, "open", #""address":\#(many)"#), request(2, "tabs"))
    #expect(answers.count == 2)
    #expect(
      answers[0] == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
        + #""message":"A message can have at most 100,000 values. Send several messages."}}"#)
    #expect(answers[1].contains(#""tabs":[]"#))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a pipe, a device or a folder is rejected as a picture without waiting`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let answers = try answers(
      request(1, "open", #""address":"a.example""#),
      request(2, "page thumbnail", #""file":"\#(pipe)""#),
      request(3, "page thumbnail", #""file":"/dev/zero""#),
      request(4, "page thumbnail", #""file":"\#(folder.path)""#), request(5, "tabs"),
      serving: ["--allow-files"])
    #expect(answers[1].contains("“\(pipe)” is not a regular file"))
    #expect(answers[2].contains("“/dev/zero” is not a regular file"))
    #expect(answers[3].contains("Is a directory"))
    #expect(answers[4].contains("a.example"))
  }

  @Test func `a conflicting request is rejected with the conflicting events`() throws {
    let answers = try answers(
      request(1, "open"), request(2, "pin", #""tab":2"#),
      request(3, "close", #""tabs":[2],"ifAt":2"#),
      request(4, "close", ##""tabs":["#2"],"ifAt":3"##))
    #expect(answers[2].contains(#""data":{"code":"changedSince","#))
    #expect(answers[2].contains(#""since":[3]"#))
    #expect(answers[3].contains(#""kind":"tab.closed""#))
  }

  @Test func `an engine receives commands for its views, and the session follows them`() throws {
    let first = #"{"entry":2,"url":"https://a.example/"}"#
    let answers = try answers(
      request(1, "open", #""address":"a.example""#), request(2, "engine"),
      request(3, "report", report(1, 1, "committed", #""items":[\#(first)],"index":0"#)),
      request(4, "report", report(2, 1, "finished", #""items":[\#(first)],"index":0"#)),
      request(
        5, "report",
        report(3, 1, "started", #""url":"https://b.example/","isByPage":true"#)),
      request(
        6, "report",
        report(
          4, 1, "committed",
          #""items":[\#(first),{"own":1,"url":"https://b.example/"}],"index":1"#)),
      request(7, "report", report(4, 1, "gone")), request(8, "back"),
      request(9, "report", report(5, 7, "gone")), request(10, "report", report(6, 2, "gone")))
    #expect(
      answers[1] == #"{"jsonrpc":"2.0","id":2,"result":{"commands":[{"tab":2,"number":1,"#
        + #""order":"create","entries":[{"entry":2,"url":"https://a.example/","title":""}],"#
        + #""index":0}]}}"#)
    // The page was already expected there, so nothing is written.
    let nothing = #""dropped":null,"sequence":2,"events":[],"commands":[]}"#
    #expect(answers[2].contains(nothing))
    #expect(answers[3].contains(nothing))
    #expect(answers[4].contains(#""kind":"navigation.started","tab":2,"transition":"link""#))
    #expect(answers[5].contains(#""kind":"navigation.committed","tab":2,"parent":2"#))
    #expect(answers[6].contains(#""dropped":"notNewer","sequence":4,"events":[],"commands":[]"#))
    #expect(
      answers[8].contains(
        #""dropped":"malformed","sequence":5,"events":[],"#
          + #""commands":[{"tab":2,"number":2,"order":"travel","to":{"entry":2}}]"#))
    #expect(answers[9].contains(#""kind":"tab.discarded""#))
    #expect(
      answers[9].contains(
        #""commands":[{"tab":2,"number":3,"order":"create","entries":["#
          + #"{"entry":2,"url":"https://a.example/","title":""},"#
          + #"{"entry":4,"url":"https://b.example/","title":""}],"index":0}]"#))
  }

  private func report(
    _ number: Int, _ command: Int, _ news: String, _ more: String = ""
  ) -> String {
    #""tab":2,"number":\#(number),"command":\#(command),"news":"\#(news)""#
      + (more.isEmpty ? "" : "," + more)
  }

  @Test func `a cursor continues where it stopped`() throws {
    let folder = try TemporaryFolder()
    let first = try answers(
      request(1, "open"), request(2, "subscribe", #""cursor":"mirror""#),
      request(3, "acknowledge", #""cursor":"mirror","through":2"#), profile: folder.profile)
    #expect(
      first.contains {
        $0.hasPrefix(
          #"{"jsonrpc":"2.0","method":"changed","params":{"branch":"main","sequence":2,"#)
      })
    let second = try answers(
      request(1, "pin", #""tab":2"#), request(2, "subscribe", #""cursor":"mirror""#),
      profile: folder.profile)
    #expect(second[1] == #"{"jsonrpc":"2.0","id":2,"result":{"sequence":2}}"#)
    #expect(
      second[2].replacing(#/"run":\d+/#, with: #""run":1"#)
        == #"{"jsonrpc":"2.0","method":"changed","params":{"branch":"main","sequence":3,"#
        + #""commits":[{"batch":3,"sequence":3,"actor":"user","agent":"tidier","run":1}],"#
        + #""changes":[{"kind":"tabPinned","tab":2,"pinned":true}]}}"#)
  }

  @Test func `serve is rejected at a terminal and in a script`() throws {
    let run = try RetraceProcess.lines("serve")
    #expect(run.status == 2)
    #expect(run.errors.contains("name a --socket"))
  }
}
