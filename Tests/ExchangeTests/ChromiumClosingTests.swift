import Foundation
import RetraceStore
import TestSupport
import Testing

@testable import Exchange

/// Closed tabs that Chromium stores in two files.
@Suite struct ChromiumClosingTests {
  /// A file of commands.
  private struct Commands {
    private(set) var bytes = ChromiumCommandFile.magic + [3, 0, 0, 0]

    mutating func append(_ id: UInt8, _ payload: [UInt8]) {
      bytes.append(littleEndian: UInt16(payload.count + 1))
      bytes += [id] + payload
    }

    mutating func append(_ id: UInt8, _ numbers: Int32..., time: Int64? = nil) {
      var payload: [UInt8] = []
      for number in numbers { payload.append(littleEndian: number) }
      if let time {
        payload.append(littleEndian: UnixTime.sinceYear1601(milliseconds: time))
      }
      append(id, payload)
    }

    mutating func navigate(_ id: UInt8, _ tab: Int32, _ urls: [String]) {
      for (index, url) in urls.enumerated() {
        var pickle = PickleWriter()
        pickle.append(tab)
        pickle.append(Int32(index))
        pickle.append(url)
        append(id, pickle.bytes)
      }
    }
  }

  private static let time: Int64 = 1_700_000_000_000

  /// Two windows of three tabs each. The middle tabs were closed, the one in the second window
  /// last.
  private func session() -> Commands {
    var file = Commands()
    for window in [1, 2] as [Int32] {
      for place in 0..<3 as Range<Int32> {
        let tab = window * 10 + place
        file.append(0, window, tab)
        file.append(2, tab, place)
        file.navigate(6, tab, ["https://\(tab).example/"])
      }
    }
    file.append(16, 11, 0, time: Self.time)
    file.append(16, 21, 0, time: Self.time + 60_000)
    return file
  }

  /// Closed tabs, as Chromium stores them for reopening.
  private func closed(_ tabs: [(url: String, time: Int64)]) -> Commands {
    var file = Commands()
    for (number, tab) in tabs.enumerated() {
      file.append(4, Int32(100 + number), 0, time: tab.time)
      file.navigate(1, Int32(100 + number), [tab.url])
    }
    return file
  }

  private func closings(_ files: [String: Commands]) throws -> [String] {
    let folder = try TestSupport.TemporaryFolder()
    for (name, file) in files {
      try Data(file.bytes).write(to: folder.url.appending(path: name))
    }
    var lines: [String] = []
    try ImportSource(folder.path).read { item in
      guard case .session(let session) = item else { return }
      for closing in session.closed {
        guard case .tab(let tab, let index, let window) = closing.item else { continue }
        lines.append("\(tab.entries[0].url) \(index) \(window.map { "\($0)" } ?? "-")")
      }
    }
    return lines
  }

  @Test func `a tab from the session file is restored to its window`() throws {
    #expect(
      try closings(["Session_1": session()]) == [
        "https://11.example/ 1 0", "https://21.example/ 1 1",
      ])
  }

  @Test func `a tab in both files is imported once, at its position`() throws {
    let tabs = closed([
      ("https://11.example/", Self.time + 40), ("https://21.example/", Self.time + 60_003),
    ])
    #expect(
      try closings(["Session_1": session(), "Tabs_1": tabs]) == [
        "https://11.example/ 1 0", "https://21.example/ 1 1",
      ])
  }

  @Test
  func `only tabs that can be reopened are imported, and those without a position go to the end`()
    throws
  {
    let tabs = closed([
      ("https://old.example/", Self.time - 90_000), ("https://21.example/", Self.time + 60_000),
      ("https://11.example/", Self.time + 120_000),
    ])
    #expect(
      try closings(["Session_1": session(), "Tabs_1": tabs]) == [
        "https://old.example/ \(Int32.max) -", "https://21.example/ 1 1",
        "https://11.example/ \(Int32.max) -",
      ])
  }

  @Test func `the file of the previous start also contains the position of a tab`() throws {
    var later = Commands()
    for window in [1, 2] as [Int32] {
      later.append(0, window, window)
      later.navigate(6, window, ["https://\(window).example/"])
    }
    let tabs = closed([
      ("https://11.example/", Self.time + 40), ("https://21.example/", Self.time + 60_003),
    ])
    #expect(
      try closings(["Session_1": session(), "Session_2": later, "Tabs_1": tabs]) == [
        "https://11.example/ 1 0", "https://21.example/ 1 1",
      ])
  }

  @Test func `special windows and closed groups are counted`() throws {
    var file = session()
    file.append(9, 2, 1)
    var tabs = closed([])
    tabs.append(13, [0, 0, 0, 0])
    let folder = try TestSupport.TemporaryFolder()
    try Data(file.bytes).write(to: folder.url.appending(path: "Session_1"))
    try Data(tabs.bytes).write(to: folder.url.appending(path: "Tabs_1"))
    #expect(try Imports().bring(folder.path).leftOut == [.windowTypes: 1, .groups: 1])
  }

  @Test func `pages that cannot be decoded are reported`() throws {
    var file = session()
    file.append(6, [1, 0, 0, 0])
    let written = try WrittenFile("Session_1", Data(file.bytes))
    #expect(
      try Imports().bring(written).problems == [
        "“\(written.path)” has 1 page that cannot be decoded."
      ])
  }

  @Test func `a closed tab is reopened at its position`() throws {
    let folder = try TestSupport.TemporaryFolder()
    try Data(session().bytes).write(to: folder.url.appending(path: "Session_1"))
    let imports = try Imports()
    try imports.bring(folder.path)
    try imports.store.reopen(nil)
    #expect(
      try imports.windows()[1] == [
        "https://20.example/ @0", "https://21.example/ @0 active", "https://22.example/ @0",
      ])
  }
}
