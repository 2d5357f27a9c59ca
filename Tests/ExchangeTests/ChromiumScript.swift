import ExchangeFormats
import Foundation
import Notation
import TestSupport

@testable import Exchange

extension Chromium: ScriptedBrowser {
  func view() throws -> BrowserView { try BrowserView(self) }

  func hasKept(_ url: String) throws -> Bool {
    // Without these settings, Chromium treats the profile as new and restores no tabs.
    let settings = URL(filePath: profile).appending(path: "Default/Preferences")
    guard FileManager.default.fileExists(atPath: settings.path) else { return false }
    let folder = URL(filePath: profile).appending(path: "Default/Sessions")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.contains { file in
      try file.lastPathComponent.hasPrefix("Session_")
        && Data(contentsOf: file).range(of: Data(url.utf8)) != nil
    }
  }

  func step(_ strip: ObservedStrip, _ pages: String, _ random: inout SplitMix64) throws {
    var script = ChromiumScript(self, pages: pages, random)
    defer { random = script.random }
    try script.step(strip)
  }
}

/// Random actions of a person in Chromium. Some use the debugging protocol. Actions on the tab
/// strip use the companion.
private struct ChromiumScript {
  private let chromium: Chromium
  private let pages: String
  private(set) var random: SplitMix64

  private struct TabName {
    let id: Int64
    let target: String
    let index: Int
  }

  init(_ chromium: Chromium, pages: String, _ random: SplitMix64) {
    self.chromium = chromium
    self.pages = pages
    self.random = random
  }

  mutating func step(_ strip: ObservedStrip) throws {
    let tabs = strip.windows.flatMap { window in
      window.tabs.enumerated().map { TabName(id: $1.id, target: $1.target, index: $0) }
    }
    guard !tabs.isEmpty else { return try open() }
    let tab = random.pick(tabs)
    do {
      switch random.below(20) {
      case 0...1: try open()
      case 2 where tabs.count > 3:
        try call("Target.closeTarget", [("targetId", .string(tab.target))])
      case 3...4: try call("Target.activateTarget", [("targetId", .string(tab.target))])
      case 5...6: try arrange(tab, tabs)
      default: try navigate(tab)
      }
    } catch let failure as ExchangeError where failure.code == .browserFailed {
      if chromium.link.hasEnded {
        throw ExchangeError(.browserFailed, "Chromium ended in the middle.")
      }
    }
  }

  private mutating func open() throws {
    try call(
      "Target.createTarget",
      [
        ("url", .string(page())), ("newWindow", .bool(random.once(in: 5))),
        ("background", .bool(random.once(in: 2))),
      ])
  }

  private mutating func page() -> String { "\(pages)/\(random.below(9))" }

  private mutating func navigate(_ tab: TabName) throws {
    switch random.below(10) {
    case 0...1:
      guard let session = chromium.session(of: tab.target) else { return }
      _ = try chromium.link.call("Page.navigate", [("url", .string(page()))], in: session)
    case 2: try run("location.href = '\(page())'", tab)
    case 3: try run("location.replace('\(page())')", tab)
    case 4: try run("location.hash = '\(random.below(5))'", tab)
    case 5: try run("history.pushState(null, '', '/pushed\(random.below(5))')", tab)
    case 6: try run("history.replaceState(null, '', '/replaced\(random.below(5))')", tab)
    case 7: try run("document.title = 'Title \(random.below(99))'", tab)
    case 8: try run("history.back()", tab)
    default: try run("history.go(\(random.pick([1, -2, 2, 0])))", tab)
    }
  }

  private mutating func arrange(_ tab: TabName, _ tabs: [TabName]) throws {
    let other = random.pick(tabs)
    switch random.below(6) {
    case 0: try tell("chrome.tabs.move(\(tab.id), {index: \(other.index)})")
    case 1: try tell("chrome.tabs.update(\(tab.id), {pinned: \(random.once(in: 2))})")
    case 2: try tell("chrome.tabs.update(\(tab.id), {muted: \(random.once(in: 2))})")
    case 3:
      try tell(
        "chrome.tabs.group({tabIds: [\(tab.id), \(other.id)]})"
          + ".then(id => chrome.tabGroups.update(id, {title: 'G\(random.below(9))', color: 'red'}))"
      )
    case 4: try tell("chrome.tabs.ungroup(\(tab.id))")
    default:
      try tell(
        "chrome.tabs.get(\(other.id)).then(other => chrome.tabs.move(\(tab.id), "
          + "{windowId: other.windowId, index: other.index}))")
    }
  }

  private func call(_ method: String, _ parameters: [(name: String, value: JSON)]) throws {
    _ = try chromium.link.call(method, parameters)
  }

  private func run(_ script: String, _ tab: TabName) throws {
    guard let session = chromium.session(of: tab.target) else { return }
    _ = try chromium.link.call(
      "Runtime.evaluate", [("expression", .string(script)), ("userGesture", .bool(true))],
      in: session)
  }

  private func tell(_ script: String) throws {
    _ = try chromium.evaluate("\(script).catch(() => 0)", in: chromium.companionSession ?? "")
  }
}
