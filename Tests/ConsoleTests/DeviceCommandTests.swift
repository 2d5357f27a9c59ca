import BrowserModel
import Foundation
import LineEditing
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

/// The commands for devices that share a profile.
@Suite struct DeviceCommandTests {
  /// Returns two devices. On the phone, two windows are open, and the second has the focus.
  private func pair() throws -> ShellPair {
    let pair = try ShellPair()
    try pair.desk.run("open desk.example ; page title Desk")
    try pair.phone.run(
      "open rust.example ; page title Rust ; open book.example ; page title \"Rust book\"")
    try pair.phone.run("follow /next ; page title Next ; page scroll 0 480 ; back")
    try pair.phone.run("window new mail.example ; page title Mail")
    try pair.share()
    return pair
  }

  private func json(_ context: inout CommandContext, _ line: String) throws -> [String: Any] {
    context.presentation.printsJSON = true
    defer { context.presentation.printsJSON = false }
    let text = try context.run(line)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `on a single device, the list explains how to share the profile`() throws {
    var context = try memoryShell()
    let sentence =
      "This profile is on only one device; “sync init” shares it with others."
    #expect(try context.run("devices") == sentence + "\n")
    #expect(try context.run("take phone 3") == sentence)
    #expect(try context.run("send 1 phone") == sentence)
    #expect(try json(&context, "devices")["devices"] as? [String] == [])
  }

  @Test func `the devices are listed with their open tabs`() throws {
    let pair = try pair()
    let lines = try pair.desk.run("devices").split(separator: "\n").map(String.init)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("▸  1  desk   1 tab   this device"))
    #expect(lines[1].hasPrefix("   2  phone  3 tabs  last used "))
    let devices = try #require(try json(&pair.desk, "devices")["devices"] as? [[String: Any]])
    #expect(devices.map { $0["name"] as? String } == ["desk", "phone"])
    #expect(devices.map { $0["number"] as? Int } == [1, 2])
    #expect(devices.map { $0["this"] as? Bool } == [true, false])
    #expect(devices.map { $0["tabs"] as? Int } == [1, 3])
    #expect(devices.map { $0["windows"] as? Int } == [1, 2])
    #expect(devices.allSatisfy { $0["time"] is String && $0["sequence"] is Int })
  }

  @Test func `the tabs of another device are listed with the command to open one`() throws {
    let pair = try pair()
    let text = try pair.desk.run("tabs --device phone")
    #expect(text.contains("1:2") && text.contains("Rust book — https://book.example"))
    #expect(text.contains("2:1") && text.contains("Mail — https://mail.example"))
    #expect(text.hasSuffix("“take phone TAB” opens one of these tabs here.\n"))
    #expect(!text.contains("Desk"))
    #expect(try pair.desk.run("tabs --device 2 rust book").contains("Rust book"))
    #expect(try !pair.desk.run("tabs --device 2 rust book").contains("Mail"))
    #expect(try pair.desk.run("tabs --device phone nowhere") == "No tab matches.\n")
    #expect(try pair.desk.run("tabs --device desk").contains("Desk"))
    #expect(try pair.desk.run("windows --device phone").contains("2 tabs: Rust book"))
    #expect(try pair.desk.run("groups --device phone") == "No groups.\n")
    let history = try pair.desk.run("history 1:2 --device phone").split(separator: "\n")
    #expect(history.count == 2)
    #expect(history.first?.hasPrefix("▸") == true)
    #expect(history.first?.contains("book.example") == true)
    #expect(history.last?.contains("Next") == true)
    #expect(try pair.desk.run("history --device phone").contains("mail.example"))
    let tabs = try #require(
      try json(&pair.desk, "tabs --device phone")["tabs"] as? [[String: Any]])
    #expect(tabs.map { $0["title"] as? String } == ["Rust", "Rust book", "Mail"])
    let failure = try pair.desk.run("tabs --device phnoe")
    #expect(failure == "There is no device “phnoe”; did you mean “phone”?")
    #expect(
      try pair.desk.run("tabs --device tablet")
        == "There is no device “tablet”; there are “desk” and “phone”.")
  }

  @Test func `at a past moment, a device is shown as it was known then`() throws {
    let pair = try pair()
    let before = try pair.desk.run("tabs --device phone")
    let point = pair.desk.store.timeline.position.rawValue
    try pair.phone.run("tab 1:1 ; close")
    try pair.share()
    let after = try pair.desk.run("tabs --device phone")
    #expect(!after.contains("rust.example"))
    try pair.desk.run("at \(point)")
    let past = try pair.desk.run("tabs --device phone")
    #expect(past + "“take phone TAB” opens one of these tabs here.\n" == before)
    #expect(try pair.desk.run("take phone 1").hasPrefix("The past cannot be changed"))
    try pair.desk.run("at start")
    #expect(try pair.desk.run("devices").contains("only one device"))
  }

  @Test func `a tab to take is named by position or words, or is the active tab`() throws {
    let pair = try pair()
    #expect(
      try pair.desk.run("take phone rust book")
        == "took from phone as tab 2: Rust book — https://book.example/\n")
    #expect(try pair.desk.run("forward").contains("Next"))
    #expect(
      try pair.desk.run("take phone") == "took from phone as tab 3: Mail — https://mail.example/\n")
    #expect(
      try pair.desk.run("take phone 1:1")
        == "took from phone as tab 4: Rust — https://rust.example/\n")
    let log = try pair.desk.run("log -n 2")
    #expect(log.contains("took Rust from phone"))
    #expect(try pair.desk.run("undo").contains("undid: took Rust from phone"))
    #expect(try !pair.desk.run("tabs").contains("rust.example"))
    #expect(try pair.desk.run("take phone 9:1").contains("There is no window 9"))
    #expect(try pair.desk.run("take desk 1").contains("is this device"))
    #expect(try pair.phone.run("tabs --all").contains("rust.example"))
  }

  @Test func `a sent tab arrives with the name of its sender`() throws {
    let pair = try pair()
    #expect(try pair.desk.run("send desk phone") == "sent to phone: Desk — https://desk.example/\n")
    #expect(try pair.desk.run("log -n 2").contains("sent Desk to phone"))
    try pair.share()
    #expect(try pair.phone.run("tabs --all").contains("Desk — https://desk.example"))
    let log = try pair.phone.run("log -n 9")
    #expect(log.contains("user on desk") && log.contains("sent Desk to phone"))
    #expect(log.contains("Desk came from desk"))
    let mine = try pair.phone.run("log --device phone -n 2")
    #expect(!mine.contains("on desk") && mine.contains("came from desk"))
    let theirs = try pair.phone.run("log --device desk -n 2")
    #expect(theirs.contains("user on desk") && !theirs.contains("from desk"))
    #expect(try pair.phone.run("undo").contains("undid: Desk came from desk"))
    #expect(try !pair.phone.run("tabs --all").contains("Desk"))
    #expect(try pair.desk.run("undo").contains("sent Desk to phone"))
    try pair.desk.run("window new --private secret.example")
    #expect(try pair.desk.run("send 1 phone").contains("A private tab cannot be sent"))
  }

  @Test func `actions of another device name the device`() throws {
    let pair = try pair()
    try pair.phone.run("bookmark --title Kept")
    try pair.share()
    let newest = pair.desk.store.timeline.position.rawValue
    #expect(try pair.desk.run("why bookmark 1").contains("user on phone"))
    let visits = try pair.desk.run("visits mail")
    #expect(visits.contains("on phone  Mail — https://mail.example/"))
    #expect(try !pair.desk.run("visits desk").contains("on "))
    #expect(try pair.desk.run("find next").contains("on phone"))
    let found = try #require(try json(&pair.desk, "visits mail")["visits"] as? [[String: Any]])
    #expect(found.first?["device"] as? Int == 2)
    let added = try pair.desk.run("log --kind bookmark")
    let number = try #require(added.split(separator: "  ").first?.dropFirst())
    let shown = try pair.desk.run("show \(number)")
    #expect(shown.contains("phone, where it is #"))
    #expect(Int(number).map { $0 <= Int(newest) } == true)
    #expect(try pair.desk.run("undo #\(number)").contains("on phone"))
    // The tab that was opened on the phone is in that list.
    let opened = try pair.desk.run("log --device phone --kind tab.opened -n 1")
    let tab = try #require(opened.split(separator: "  ").first?.dropFirst())
    #expect(try pair.desk.run("show \(tab)").contains("mail.example"))
  }

  @Test func `received tabs are listed above the prompt, and changes of this device come first`()
    throws
  {
    let pair = try pair()
    let before = pair.desk.store.timeline.position
    try pair.phone.run("open new.example ; page title New ; send new desk")
    try pair.share()
    let lines = RemoteChanges(pair.desk).readLines(after: before).map(\.text)
    #expect(
      lines.map { $0.drop { $0 != "#" }.drop { $0 != " " } } == [
        " New came from phone", " opened https://new.example/ on phone",
        " titled a page New on phone",
        " sent New to desk on phone",
      ])
  }

  @Test func `an action undone on another device is not undone again`() throws {
    let pair = try pair()
    try pair.phone.run("bookmark --title Kept ; bookmark edit 1 --title Worse")
    try pair.share()
    let edited = try pair.desk.run("log --kind bookmark.edited -n 1")
    let number = try #require(edited.split(separator: "  ").first?.dropFirst())
    try pair.desk.run("undo #\(number)")
    try pair.share()
    #expect(try pair.phone.run("undo").contains("bookmarked Kept"))
    #expect(try pair.phone.run("bookmarks") == "There are no bookmarks.\n")
    #expect(try pair.phone.run("redo").contains("bookmarked Kept"))
    #expect(try pair.phone.run("bookmarks").contains("Kept"))
  }

  @Test func `undoing a sent tab reports whether the tab had arrived`() throws {
    let pair = try pair()
    try pair.phone.run("send 1 desk")
    let sentence = "The tab had already arrived at desk and stays open there."
    #expect(try !pair.phone.run("undo").contains(sentence))
    try pair.phone.run("redo")
    try pair.share()
    #expect(try !pair.phone.run("undo").contains(sentence))
    try pair.phone.run("redo")
    try pair.share()
    #expect(try pair.phone.run("undo").contains(sentence))
  }

  @Test func `the log lists actions, but not the progress of exchanges`()
    throws
  {
    let pair = try pair()
    try pair.phone.run("bookmark --title Kept")
    try pair.share()
    #expect(try !pair.phone.run("log -n 100").contains("shared the actions"))
    let newest = try pair.phone.run("log --kind device.accepted -n 1")
    #expect(newest.contains(/policy  shared the actions up to #\d+\n/))
    let events = try #require(try json(&pair.phone, "log -n 100")["events"] as? [[String: Any]])
    #expect(events.contains { $0["kind"] as? String == "device.accepted" })
  }

  @Test func `renaming a device does not make it join again`() throws {
    let pair = try pair()
    try pair.renamePhone("pocket")
    try pair.share()
    #expect(try pair.phone.run("log -n 1").contains("policy  called the device pocket\n"))
    let log = try pair.desk.run("log --kind device.joined")
    #expect(log.contains("policy on pocket  called the device pocket\n"))
    #expect(log.contains("policy on pocket  joined the other devices as phone\n"))
  }

  @Test func `devices are numbered in the order in which they joined`() throws {
    let pair = try ShellPair(named: ("desk", "my phone"), phoneNumber: 40_013)
    try pair.phone.run("open a.example ; page title Alpha")
    try pair.share()
    let lines = try pair.desk.run("devices").split(separator: "\n").map(String.init)
    #expect(lines.map { $0.prefix(4) } == ["▸  1", "   2"])
    for context in [\ShellPair.desk, \ShellPair.phone] {
      let devices = try #require(
        try json(&pair[keyPath: context], "devices")["devices"] as? [[String: Any]])
      #expect(devices.map { $0["number"] as? Int } == [1, 2])
      #expect(devices.map { $0["id"] as? Int } == [1, 40_013])
    }
    #expect(
      try pair.desk.run("tabs --device 2").hasSuffix("“take 2 TAB” opens one of these tabs here.\n")
    )
    #expect(try pair.desk.run("tabs --device 40013").hasPrefix("There is no device “40013”"))
    let visits = try #require(try json(&pair.desk, "visits")["visits"] as? [[String: Any]])
    #expect(visits.first?["device"] as? Int == 2)
    let found = try #require(try json(&pair.desk, "find alpha")["found"] as? [[String: Any]])
    #expect(found.first?["device"] as? Int == 2)
    let events = try #require(
      try json(&pair.desk, "log --device 2 -n 1")["events"] as? [[String: Any]])
    #expect(events.first?["device"] as? Int == 40_013)
    #expect(
      LineCompletion(context: pair.desk).complete("tabs --device 2").candidates.map(\.text) == ["2"]
    )
  }

  @Test func `a device without a name is shown by its number`() throws {
    let pair = try ShellPair(named: ("desk", ""), phoneNumber: 40_013)
    try pair.phone.run("open a.example")
    try pair.share()
    #expect(try pair.desk.run("take 2").hasPrefix("took from device 2 as tab 1:"))
  }

  @Test func `if the device comes before the tabs, the message shows the right order`() throws {
    let pair = try pair()
    func sentence(_ line: String) -> String {
      "The tabs come first, and then the device: “\(line)”."
    }
    #expect(try pair.desk.run("send phone 1") == sentence("send 1 phone"))
    #expect(try pair.desk.run("send phone 2") == sentence("send 2 phone"))
    #expect(try pair.desk.run("send phone desk") == sentence("send desk phone"))
    #expect(try pair.desk.run("send phone 1-2") == sentence("send 1-2 phone"))
    #expect(try pair.desk.run("send phone \"desk page\"") == sentence("send \"desk page\" phone"))
    #expect(try pair.desk.run("tabs --all").contains("Desk"))
    // A tab with the same name as a device is recognised as a tab.
    try pair.desk.run("page title Phone")
    #expect(try pair.desk.run("send phone 2").hasPrefix("sent to phone: Phone"))
    #expect(try pair.desk.run("send 1 phone").hasPrefix("sent to phone: Phone"))
  }

  @Test func `a number always refers to the device with this number, not to a name`() throws {
    let pair = try ShellPair(named: ("desk", "1"))
    #expect(
      try pair.desk.run("take 1") == "“desk” is this device; “duplicate” copies a tab on it.")
  }

  @Test func `if two devices have the same name, neither is chosen`() throws {
    let pair = try ShellPair(named: ("desk", "desk"))
    #expect(try pair.desk.run("take desk") == "2 devices are called “desk”; use 1 or 2.")
  }

  @Test func `actions undone on another device are marked`() throws {
    let pair = try pair()
    try pair.phone.run("open oops.example ; undo")
    try pair.share()
    let lines = try pair.desk.run("log --device phone").split(separator: "\n")
    #expect(lines.contains { $0.contains("oops.example") && $0.contains("(undone)") })
    #expect(lines.contains { $0.contains("mail.example") && !$0.contains("(undone)") })
  }

  @Test func `devices whose names cannot be typed are shown by number, and names are completed`()
    throws
  {
    let pair = try ShellPair(named: ("desk", "my phone"))
    try pair.phone.run("open a.example ; page title Alpha ; open b.example ; page title Beta")
    try pair.share()
    #expect(
      try pair.desk.run("tabs --device \"my phone\"").hasSuffix(
        "“take 2 TAB” opens one of these tabs here.\n"))
    #expect(try pair.desk.run("take phone 1").contains("took from my phone"))
    let completion = LineCompletion(context: pair.desk)
    #expect(completion.complete("tabs --device ").candidates.map(\.text).contains("desk"))
    // The name of this device is not offered.
    #expect(completion.complete("take ").candidates.map(\.text) == ["\"my phone\""])
    #expect(completion.complete("send 1 d").candidates.map(\.text) == [])
    #expect(completion.complete("sync remove ").candidates.map(\.text) == ["\"my phone\""])
    #expect(
      completion.complete("take 2 bet").candidates.map(\.detail) == ["Beta — https://b.example/"])
  }
}
