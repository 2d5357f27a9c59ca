import TestSupport

@testable import Exchange

extension Firefox: ScriptedBrowser {
  func view() throws -> BrowserView { try BrowserView(self) }

  func hasKept(_ url: String) throws -> Bool {
    let saver = "resource:///modules/sessionstore/SessionSaver.sys.mjs"
    _ = try evaluate("load('\(saver)').SessionSaver.run().then(() => true)")
    return true
  }

  func step(_ strip: ObservedStrip, _ pages: String, _ random: inout SplitMix64) throws {
    var script = FirefoxScript(pages: pages, random)
    defer { random = script.random }
    do {
      _ = try evaluate(script.step(strip))
    } catch let failure as ExchangeError where failure.code == .browserFailed {
      if link.hasEnded { throw ExchangeError(.browserFailed, "Firefox ended in the middle.") }
    }
  }
}

/// Random actions of a person in Firefox, as scripts that run next to its companion.
private struct FirefoxScript {
  private let pages: String
  private(set) var random: SplitMix64

  init(pages: String, _ random: SplitMix64) {
    self.pages = pages
    self.random = random
  }

  mutating func step(_ strip: ObservedStrip) -> String {
    let tabs = strip.tabs.map(\.id)
    guard !tabs.isEmpty else { return "null" }
    let (tab, other) = (random.pick(tabs), random.pick(tabs))
    let step =
      switch random.below(20) {
      case 0...2: open(strip.windows.count)
      case 3 where tabs.count > 3: "browser.removeTab(tab)"
      case 4...5: "browser.selectedTab = tab"
      case 6...8: arrange(strip.windows.count)
      default: navigate()
      }
    // The step runs in a callback of the window, like the window's own code. Otherwise, Firefox
    // would see a new group as empty and remove it before its tabs are added.
    return """
      new Promise((done, refuse) => Services.wm.getMostRecentBrowserWindow().setTimeout(() => {
        const [tab, other] = [\(tab), \(other)]
          .map(wanted => windows().flatMap(tabs).find(tab => tabNumber(tab) == wanted));
        const window = tab?.ownerDocument.defaultView;
        const browser = window?.gBrowser;
        try {
          if (tab && other) { \(step); }
          done(null);
        } catch (problem) {
          refuse(problem);
        }
      }))
      """
  }

  /// Firefox needs half a second to open a window, so only few windows are opened.
  private mutating func open(_ windows: Int) -> String {
    if windows < 3, random.once(in: 5) { return "window.OpenBrowserWindow()" }
    return "browser.addTrustedTab('\(page())', {inBackground: \(random.once(in: 2))})"
  }

  private mutating func page() -> String { "\(pages)/\(random.below(9))" }

  private mutating func navigate() -> String {
    switch random.below(10) {
    case 0...1:
      return """
        tab.linkedBrowser.fixupAndLoadURIString("\(page())",
          {triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal()})
        """
    case 2: return run("location.href = '\(page())'")
    case 3: return run("location.replace('\(page())')")
    case 4: return run("location.hash = '\(random.below(5))'")
    case 5: return run("history.pushState(null, '', '/pushed\(random.below(5))')")
    case 6: return run("history.replaceState(null, '', '/replaced\(random.below(5))')")
    case 7: return run("document.title = 'Title \(random.below(99))'")
    case 8: return run("history.back()")
    default: return run("history.go(\(random.pick([1, -2, 2, 0])))")
    }
  }

  /// Runs a script in the page of the tab.
  private func run(_ script: String) -> String {
    """
    tab.linkedBrowser.fixupAndLoadURIString("javascript:\(script);void 0", {
      triggeringPrincipal: Services.scriptSecurityManager.createContentPrincipal(
        Services.io.newURI("\(pages)"), {}),
    })
    """
  }

  private mutating func arrange(_ windows: Int) -> String {
    switch random.below(windows < 3 ? 8 : 7) {
    case 0: return "browser.moveTabTo(tab, {tabIndex: other._tPos})"
    case 1: return "browser.pinTab(tab)"
    case 2: return "browser.unpinTab(tab)"
    case 3: return "tab.toggleMuteAudio()"
    case 4:
      return """
        browser.addTabGroup([...new Set([tab, other])].filter(one => one.ownerDocument == tab.ownerDocument),
          {label: "G\(random.below(9))", color: "red"})
        """
    case 5: return "browser.ungroupTab(tab)"
    case 6:
      return """
        const target = other.ownerDocument.defaultView;
        if (target != window) target.gBrowser.adoptTab(tab, {tabIndex: other._tPos})
        """
    default: return "browser.replaceTabWithWindow(tab)"
    }
  }
}
