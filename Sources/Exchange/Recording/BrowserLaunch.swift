package import ExchangeFormats
internal import Platform

/// The options for starting a browser.
package struct BrowserLaunch: Sendable {
  package var kind: BrowserKind
  /// The program, by name on PATH or by path.
  package var program: String
  /// The folder of the browser's profile, or nil for a temporary profile.
  package var profile: String?
  /// Whether to start the browser without visible windows.
  package var isHeadless: Bool
  /// The pages to open first.
  package var urls: [String] = []
  /// Whether to restore the tabs that the browser's profile contains.
  package var restoresTabs = false

  /// - Parameter program: The program, or nil for the default program of the browser.
  package init(_ kind: BrowserKind, program: String? = nil, isHeadless: Bool = false) {
    self.kind = kind
    self.program = program ?? kind.rawValue
    self.isHeadless = isHeadless
  }

  /// The pages that must be opened after the start, because a headless Chromium accepts only one
  /// address.
  package var laterURLs: ArraySlice<String> {
    kind == .chromium && isHeadless ? urls.dropFirst() : []
  }

  /// Starts the browser.
  ///
  /// - Parameters:
  ///   - folder: The folder of the browser's profile.
  ///   - options: Additional options of the browser.
  package func start(in folder: String, _ options: [String] = []) throws -> BrowserProcess {
    switch kind {
    case .chromium: try BrowserProcess(program, chromiumArguments(folder) + options + firstURLs)
    case .firefox: try BrowserProcess(program, firefoxArguments(folder) + options + firstURLs)
    }
  }

  private var firstURLs: ArraySlice<String> { urls.dropLast(laterURLs.count) }

  private func chromiumArguments(_ folder: String) -> [String] {
    var words = ["--user-data-dir=\(folder)", "--no-first-run", "--no-default-browser-check"]
    if isHeadless { words += ["--headless=new", "--disable-gpu"] }
    // After a crash, it would only offer to restore, unlike Firefox.
    if restoresTabs { words += ["--restore-last-session", "--hide-crash-restore-bubble"] }
    // Its sandbox cannot be set up by root.
    if getuid() == 0 { words.append("--no-sandbox") }
    return words
  }

  private func firefoxArguments(_ folder: String) -> [String] {
    ["--no-remote", "--profile", folder] + (isHeadless ? ["--headless"] : [])
  }

  /// The error of a browser that ended before it was ready, usually because it has no display.
  package var endedAtOnce: ExchangeError {
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
