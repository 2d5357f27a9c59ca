package import ExchangeFormats
internal import Platform

/// The options for starting a browser.
package struct BrowserLaunch: Sendable {
  package var kind: BrowserKind
  /// The program, by name on PATH or by path.
  package var program: String
  /// The folder of its profile, or nil for a temporary profile.
  package var profile: String?
  /// Whether to show no window.
  package var isHeadless = false
  /// The pages to open first.
  package var urls: [String] = []
  /// Whether the previous recording ended with a crash, in which case its tabs should be restored.
  var followsCrash = false

  package init(_ kind: BrowserKind) {
    self.kind = kind
    program = kind.rawValue
  }

  /// Starts the browser, and waits until it can be queried.
  ///
  /// - Parameters:
  ///   - restored: Windows to open in a fresh profile. Their addresses are in the model's form.
  ///   - stop: A descriptor that becomes readable when the user asks to stop, or −1.
  func start(restoring restored: PortableSession? = nil, stop: Int32 = -1) throws
    -> any RecordedBrowser
  {
    switch kind {
    case .chromium: try Chromium(self, restoring: restored, stop: stop)
    case .firefox: try Firefox(self, restoring: restored, stop: stop)
    }
  }

  /// The error of a browser that ended before it could be asked, most often because it has no display.
  var endedAtOnce: ExchangeError {
    let name = kind.name
    guard !isHeadless else {
      return ExchangeError(.browserFailed, "\(name) ended before it answered.")
    }
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { (variable: String) in
      ProcessContext.variable(variable)?.isEmpty == false
    }
    let reason =
      hasDisplay ? "perhaps it cannot use the display" : "there is no display for its windows"
    return ExchangeError(
      .browserFailed,
      "\(name) ended before it answered: \(reason). Use --headless to run without a display.")
  }
}
