internal import ExchangeFormats

/// The profile that a browser is started with.
package protocol BrowserProfile: AnyObject {
  /// Its folder.
  var path: String { get }

  /// Adds an extension for the next start.
  ///
  /// - Parameters:
  ///   - folder: The folder with the files of the extension.
  ///   - id: The id of the extension in Firefox.
  /// - Returns: The options to start the browser with.
  func addExtension(_ folder: String, id: String) throws -> [String]

  /// Removes what the browser needs only while it starts.
  func finishStart()

  /// Removes the extension, after the browser has ended.
  func removeExtension()

  /// The windows that the browser has saved since it started, or nil if it has not saved any yet.
  func savedSession() throws -> PortableSession?
}

extension BrowserLaunch {
  /// Opens the browser's profile, or creates a temporary one.
  package func openProfile() throws -> any BrowserProfile {
    switch kind {
    case .chromium: try profile.map { try ChromiumProfile(at: $0) } ?? ChromiumProfile()
    case .firefox: try profile.map { try FirefoxProfile(at: $0) } ?? FirefoxProfile()
    }
  }

  /// Creates a temporary profile that contains windows, as if the browser had been closed with
  /// them. Their addresses are in the model's form.
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
