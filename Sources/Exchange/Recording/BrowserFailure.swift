internal import Platform

/// The reason why a browser cannot be started or queried.
package struct BrowserFailure: Error, Equatable {
  /// One plain sentence.
  package let message: String

  package init(_ message: String) { self.message = message }
}

extension BrowserFailure {
  /// The failure of a browser that ended before it could be queried, most often because it has no
  /// display.
  static func endedAtOnce(_ launch: BrowserLaunch) -> BrowserFailure {
    let name = launch.kind.name
    guard !launch.isHeadless else {
      return BrowserFailure("\(name) ended before it could be asked.")
    }
    let isThere = ["DISPLAY", "WAYLAND_DISPLAY"].contains { (variable: String) in
      ProcessContext.variable(variable)?.isEmpty == false
    }
    let reason =
      isThere ? "perhaps it cannot use the display" : "there is no display for its windows"
    return BrowserFailure(
      "\(name) ended before it could be asked: \(reason); --headless does without one.")
  }
}
