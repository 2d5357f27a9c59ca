internal import BrowserModel
package import Notation

/// Windows and tabs as the extension reports them, in the terms of WebExtensions
/// (`windows`, `tabs`, `tabGroups`).
package struct ObservedStrip: Equatable {
  package var windows: [ObservedWindow] = []
  package var groups: [Int64: ObservedGroup] = [:]

  package init(windows: [ObservedWindow] = [], groups: [Int64: ObservedGroup] = [:]) {
    self.windows = windows
    self.groups = groups
  }

  package init(_ answer: JSON) {
    windows = (answer["windows"]?.elements ?? []).map { ObservedWindow($0) }
    for group in answer["groups"]?.elements ?? [] {
      if let id = group["id"]?.integer { groups[id] = ObservedGroup(group) }
    }
  }

  package var tabs: [ObservedTab] { windows.flatMap(\.tabs) }
}

extension Window.ShowState {
  /// Converts a `windows.WindowState`.
  init(webExtensions name: String) {
    switch name {
    case "minimized": self = .minimized
    case "maximized": self = .maximized
    case "fullscreen", "locked-fullscreen": self = .fullscreen
    default: self = .normal
    }
  }
}
