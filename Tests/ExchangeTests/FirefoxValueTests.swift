import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import RetraceStore
import TestSupport
import Testing

/// Data of Firefox that the model does not interpret is stored as custom values, and an export
/// contains it again.
@Suite struct FirefoxValueTests {
  private static let session = """
    {"version":["sessionrestore",1],"selectedWindow":1,"windows":[
     {"extData":{"extension:x@y:name":"\\"Work\\""},"selected":1,"tabs":[
      {"entries":[{"url":"https://a.example/"}],"userContextId":3,
       "extData":{"extension:x@y:id":"7","n":{"deep":[1,null]}}},
      {"entries":[{"url":"https://b.example/"}],"hidden":true},
      {"entries":[{"url":"https://c.example/"}],"userContextId":0,"extData":{}}],
      "_closedTabs":[{"closedAt":1700000000000,"pos":0,
       "state":{"entries":[{"url":"https://d.example/"}],"userContextId":2}}]}],
     "_closedWindows":[{"closedAt":1700000000001,"extData":{"k":"v"},"tabs":[
      {"entries":[{"url":"https://e.example/"}],"extData":{"k":"w"}}]}]}
    """

  private func tabs(_ json: Any?) -> [[String: Any]] { json as? [[String: Any]] ?? [] }

  private func exported(_ store: Store) throws -> [String: Any] {
    let data = try Exports.data(of: store, .firefoxSessionJSON)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func `containers, hidden tabs and data of extensions survive`() throws {
    let imports = try Imports()
    let report = try imports.bring(WrittenFile("s.js", Self.session))
    #expect(report.leftOut == [:])
    #expect(imports.store.browser.brokenInvariants() == [])
    let json = try exported(imports.store)
    let windows = tabs(json["windows"])
    let window = try #require(windows.first)
    #expect(
      window["extData"] as? NSDictionary == ["extension:x@y:name": "\"Work\""] as NSDictionary)
    let open = tabs(window["tabs"])
    #expect(open.map { $0["userContextId"] as? Int } == [3, 0, 0])
    #expect(open.map { $0["hidden"] as? Bool } == [false, true, false])
    let data = open[0]["extData"] as? [String: Any]
    #expect(data?["extension:x@y:id"] as? String == "7")
    #expect((data?["n"] as? [String: Any])?["deep"] as? NSArray == [1, NSNull()] as NSArray)
    #expect(open[2]["extData"] == nil)
    let closed = tabs(window["_closedTabs"]).first?["state"] as? [String: Any]
    #expect(closed?["userContextId"] as? Int == 2)
    let closedWindows = tabs(json["_closedWindows"])
    let closedWindow = try #require(closedWindows.first)
    #expect(closedWindow["extData"] as? NSDictionary == ["k": "v"] as NSDictionary)
    #expect(
      tabs(closedWindow["tabs"]).first?["extData"] as? NSDictionary == ["k": "w"] as NSDictionary)
  }

  @Test func `the values come back with a reopened window`() throws {
    let imports = try Imports()
    try imports.bring(WrittenFile("s.js", Self.session))
    try imports.store.perform(.reopen(nil))
    let tab = try #require(imports.store.browser.tabs.last).id
    let state = ProfileState(browser: imports.store.browser)
    let text = try imports.store.read { words in
      state.value(named: "firefox.extData", of: .tab(tab), text: words)?.text
    }
    #expect(text == #"{"k":"w"}"#)
  }

  @Test func `data that is too long is counted`() throws {
    let long = String(repeating: "x", count: ValueTable.largestValue)
    let imports = try Imports()
    let report = try imports.bring(
      WrittenFile(
        "s.js",
        """
        {"version":["sessionrestore",1],"windows":[{"tabs":[
         {"entries":[{"url":"https://a.example/"}],"extData":{"k":"\(long)"}}]}]}
        """))
    #expect(report.leftOut == [.extensionData: 1])
    #expect(imports.store.browser.tabCount == 1)
    #expect(imports.store.browser.values.isEmpty)
  }

  @Test func `foreign text under Firefox's names is not exported as Firefox's data`() throws {
    let exports = try Exports()
    try exports.store.perform(.open(OpenTab(Destination("https://a.example/"))))
    let tab = try #require(exports.store.browser.tabs.first).id
    for (name, value) in [
      ("firefox.extData", "[1"), ("firefox.userContextId", "many"), ("firefox.hidden", "1"),
    ] {
      try exports.store.perform(.setValue(.tab(tab), name, Array(value.utf8)))
    }
    let window = tabs(try exported(exports.store)["windows"]).first
    let all = tabs(window?["tabs"])
    let open = try #require(all.first)
    #expect(open["extData"] == nil)
    #expect(open["userContextId"] as? Int == 0)
    #expect(open["hidden"] as? Bool == false)
  }

  @Test func `an export counts the values that it leaves out`() throws {
    let exports = try Exports()
    let store = exports.store
    try store.perform(.open(OpenTab(Destination("https://a.example/"))))
    let tab = try #require(store.browser.tabs.first).id
    for (owner, name) in [
      (ValueOwner.tab(tab), "app.key"), (.tab(tab), "firefox.userContextId"),
      (.window(store.browser.focusedWindow), "app.key"), (.profile, "app.key"),
    ] {
      try store.perform(.setValue(owner, name, Array("1".utf8)))
    }
    let firefox = try store.export(.firefoxSessionJSON, to: ExportStream { _ in })
    #expect(firefox.leftOut[.values] == 3)
    #expect(firefox.leftOut[.firefoxValues] == nil)
    let list = try store.export(.oneTab, to: ExportStream { _ in })
    #expect(list.leftOut[.values] == 3)
    #expect(list.leftOut[.firefoxValues] == 1)
  }
}
