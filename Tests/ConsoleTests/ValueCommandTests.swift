import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// `values`, `value get`, `value set` and `value remove`.
@Suite struct ValueCommandTests {
  private func context() throws -> CommandContext {
    var context = try memoryShell()
    for line in ["open a.example", "open b.example", "group 2 --title work"] {
      try context.run(line)
    }
    return context
  }

  @Test func `values are set, shown, listed and removed`() throws {
    var context = try context()
    #expect(try context.run("values") == "No values.\n")
    #expect(try context.run("value set app.key some text") == "set app.key\n")
    #expect(try context.run("value set app.key other --tab 1") == "set app.key\n")
    #expect(try context.run("value get app.key") == "some text\n")
    #expect(try context.run("value get app.key --tab 1") == "other\n")
    #expect(try context.run("value set app.bytes --base64 /wA=") == "set app.bytes\n")
    #expect(try context.run("value get app.bytes") == "/wA=\n")
    #expect(try context.run("values") == "app.bytes  2 bytes\napp.key    some text\n")
    #expect(try context.run("value remove app.key") == "removed app.key\n")
    #expect(try context.run("value get app.key").contains("no value named “app.key”"))
    #expect(try context.run("log").contains("removed the value app.key"))
    try context.run("undo")
    #expect(try context.run("value get app.key") == "some text\n")
  }

  @Test func `windows, groups and the profile have values too`() throws {
    var context = try context()
    for place in ["--window 1", "--group work", "--of-profile"] {
      #expect(try context.run("values \(place)") == "No values.\n")
      try context.run("value set app.key in-\(place.dropFirst(2).prefix(2)) \(place)")
      #expect(
        try context.run("value get app.key \(place)") == "in-\(place.dropFirst(2).prefix(2))\n")
    }
    #expect(try context.run("value get app.key").contains("no value"))
    let error = #expect(throws: (any Error).self) {
      try context.run("value get app.key --of-profile --tab 1")
    }
    #expect(error.map { "\($0)".contains("--of-profile") } == true)
  }

  @Test func `mistakes are explained`() throws {
    var context = try context()
    #expect(try context.run("value set key x").contains("two or more parts"))
    #expect(try context.run("value set app.key --base64 !!").contains("not Base64"))
    #expect(try context.run("value remove app.key").contains("no value named"))
    #expect(try context.run("value set app.key x --tab 9").contains("9"))
    try context.run("value set app.key x")
    #expect(try context.run("value set app.key x").contains("already has that value"))
  }

  @Test func `differences, reasons and restoring include values`() throws {
    var context = try context()
    try context.run("value set app.key one")
    let before = context.store.timeline.position.rawValue
    try context.run("value set app.key two")
    try context.run("value set app.note x --of-profile")
    let difference = try context.run("diff \(before) now")
    #expect(difference.contains("value app.key one → two"), "\(difference)")
    #expect(difference.contains("+  value app.note x"), "\(difference)")
    #expect(try context.run("diff \(before) now --stat").contains("1 value added, 1 changed"))
    #expect(try context.run("why tab 2").contains("value"))
    #expect(try context.run("log --limit 1").contains("set app.note to x"))
    try context.run("restore \(before)")
    #expect(try context.run("value get app.key") == "one\n")
    #expect(try context.run("value get app.note --of-profile") == "x\n")
    try context.run("restore \(before) --values")
    #expect(try context.run("values --of-profile") == "No values.\n")
    try context.run("at \(before + 1)")
    #expect(try context.run("value get app.key") == "two\n")
    #expect(try context.run("value set app.key x").contains("past"))
  }

  @Test func `JSON has text or Base64`() throws {
    var context = try context()
    try context.run("value set app.bytes --base64 /wA=")
    try context.run("value set app.key text")
    context.presentation.printsJSON = true
    let answer = try context.run("values")
    #expect(answer.contains(#"{"name":"app.bytes","base64":"/wA=","bytes":2,"event":"#))
    #expect(answer.contains(#"{"name":"app.key","text":"text","bytes":4,"event":"#))
    let difference = try context.run("diff start now")
    #expect(!difference.contains(#""kind":"value""#))
    let position = context.store.timeline.position.rawValue
    let latter = try context.run("diff \(position - 2) now")
    #expect(latter.contains(#""name":"app.bytes","base64":true,"from":null,"to":"/wA=""#))
    #expect(latter.contains(#""name":"app.key","from":null,"to":"text""#))
  }

  @Test func `names are completed`() throws {
    var context = try context()
    try context.run("value set app.key text --tab 1")
    try context.run("value set other.key text --of-profile")
    let all = ValueCompletion(context, typed: "").candidates(.valueName)
    #expect(all.map(\.text) == ["app.key", "other.key"])
    let some = ValueCompletion(context, typed: "o").candidates(.valueName)
    #expect(some.map(\.text) == ["other.key"])
  }

  @Test func `a private tab keeps its values in memory`() throws {
    var context = try context()
    try context.run("window new p.example --private")
    let newest = context.store.timeline.position
    try context.run("value set app.key secret")
    #expect(try context.run("value get app.key") == "secret\n")
    #expect(context.store.timeline.position == newest)
    try context.run("value set app.key shared --of-profile")
    #expect(context.store.timeline.position > newest)
  }
}
