internal import Platform

/// A browser that was started for recording or replaying.
///
/// It is queried repeatedly for possible changes since the last look. Only the result of
/// intermediate changes is visible.
protocol RecordedBrowser: AnyObject {
  var link: BrowserLink { get }
  var process: BrowserProcess { get }

  /// Whether it can already be queried.
  var isReady: Bool { get }

  /// Whether something may have changed since the last look.
  var isChanged: Bool { get }

  /// Handles an event of the browser.
  func take(_ event: BrowserLink.Event) throws

  /// Returns the state of all windows, and the histories that may have changed, or nil while the
  /// browser cannot be queried.
  func observe() throws -> Observation?

  /// Requests a picture of a tab's page. The answer contains its bytes in Base64, as `data`.
  ///
  /// - Returns: The number of the call, or nil if no picture is possible.
  func askForPicture(of tab: ObservedTab) throws -> Int?

  /// Brings a window to the front, given its id from a look.
  func focus(_ window: Int64) throws

  func askToClose() throws
}

extension RecordedBrowser {
  /// Asks it to close, and waits until it has ended. It is killed after ten seconds.
  func close() throws -> BrowserProcess.End {
    try askToClose()
    if try !link.waitForEnd(by: .now + .seconds(10)) { process.terminate() }
    return process.wait()
  }
}
