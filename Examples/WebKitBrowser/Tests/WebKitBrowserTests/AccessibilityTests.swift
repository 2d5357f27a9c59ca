import Foundation
import Retrace
import Testing

extension WindowTests {
  /// The names that a screen reader receives through the accessibility bus.
  @Suite(.serialized, .enabled(if: Screen.canBeRead, "pyatspi is absent"))
  struct AccessibilityTests {
    @Test func `all controls have names, on every screen`() throws {
      let browser = try RunningBrowser()
      defer { browser.close() }
      try browser.visit("/page/one")
      try browser.press("ctrl+d")
      try browser.press("ctrl+t")
      try browser.visit("/page/two")
      try browser.press("ctrl+shift+p")
      let page = try expectNames(in: browser)
      #expect(page.contains(Control(role: "page tab", name: "two, in front, pinned")))
      #expect(page.contains(Control(role: "page tab", name: "one")))
      #expect(page.contains(Control(role: "push button", name: "Back (Alt+Left)")))
      #expect(page.contains(Control(role: "text", name: "Search or enter an address")))
      // These keys open all tabs, the past, the trail, search, search in the page, reasons, and a
      // start page.
      let keys = [
        "ctrl+shift+o", "ctrl+h", "ctrl+shift+h", "ctrl+shift+f", "ctrl+f", "ctrl+shift+y",
      ]
      for key in keys {
        try browser.pressOnly(key)
        try expectNames(in: browser)
      }
      try browser.press("ctrl+t")
      try expectNames(in: browser)
    }

    struct Control: Hashable {
      var role: String
      var name: String
    }

    /// Expects that every control has a name, and returns all controls.
    @discardableResult
    private func expectNames(in browser: RunningBrowser) throws -> Set<Control> {
      let usable: Set = [
        "push button", "toggle button", "check box", "radio button", "text", "entry", "page tab",
        "slider", "list", "menu item",
      ]
      let lines = try browser.screen.run("/usr/bin/python3", "-c", Self.script).split(
        separator: "\n")
      let controls = lines.map { line in
        let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        return Control(role: String(parts[0]), name: String(parts[1]))
      }
      let found = controls.filter { usable.contains($0.role) }
      #expect(found.count > 8)
      #expect(found.filter { $0.name.isEmpty } == [])
      return Set(found)
    }

    /// A script that prints the role and name of each control in the windows.
    private static let script = """
      import pyatspi
      def walk(node):
        for child in node:
          if child:
            print(child.getRoleName(), child.name, sep='\\t')
            walk(child)
      for program in pyatspi.Registry.getDesktop(0):
        if program and program.name.startswith('WebKitBrowser'):
          for window in program:
            walk(window)
      """
  }
}
