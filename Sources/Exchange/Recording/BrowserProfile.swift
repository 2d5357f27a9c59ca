internal import ExchangeFormats

/// The profile with which a browser is started.
package protocol BrowserProfile: AnyObject {
  /// The folder of the profile.
  var path: String { get }

  /// Adds an extension for the next start.
  ///
  /// - Parameters:
  ///   - folder: The folder with the files of the extension.
  ///   - id: The id of the extension in Firefox.
  /// - Returns: The options with which to start the browser.
  func addExtension(_ folder: String, id: String) throws -> [String]

  /// Removes the settings that the browser needs only while it starts.
  func finishStart()

  /// Removes the extension, after the browser has ended.
  func removeExtension()

  /// Returns the windows that the browser has saved since it started, or nil if it has not saved
  /// any windows yet.
  func savedSession() throws -> PortableSession?
}

extension BrowserLaunch {
  /// Opens the profile specified for the browser, or creates a temporary profile.
  package func openProfile() throws -> any BrowserProfile {
    switch kind {
    case .chromium: try profile.map { try ChromiumProfile(at: $0) } ?? ChromiumProfile()
    case .firefox: try profile.map { try FirefoxProfile(at: $0) } ?? FirefoxProfile()
    }
  }

  /// Creates a temporary profile that contains windows, as if the browser had been closed while
  /// they were open. Their addresses are in the model's form.
  func makeProfile(holding session: PortableSession) throws -> any BrowserProfile {
    switch kind {
    case .chromium: try ChromiumProfile(holding: session)
    case .firefox: try FirefoxProfile(holding: session)
    }
  }

  /// The error of a profile that another process of the browser uses.
  static func profileInUse(_ path: String, _ kind: BrowserKind) -> ExchangeError {
    ExchangeError(
      .browserFailed, "The profile “\(path)” is in use. Close the \(kind.name) that uses it.")
  }
}
