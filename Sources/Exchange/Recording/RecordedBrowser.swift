internal import Platform

/// A browser that was started to be recorded or to show something.
///
/// It is asked again for what may have changed since the last look; what happened in between is seen as
/// its result.
protocol RecordedBrowser: AnyObject {
  var link: BrowserLink { get }
  var process: BrowserProcess { get }

  /// Whether it can be looked at already.
  var isReady: Bool { get }

  /// Whether something may have changed since the last look.
  var isChanged: Bool { get }

  /// Takes what it told by itself.
  func take(_ event: BrowserLink.Event) throws

  /// A look at all windows, and at the histories that may have changed; nil while it cannot be looked at.
  func observe() throws -> Observation?

  /// Asks for a picture of what a tab shows. The answer has its bytes in Base64, as `data`.
  ///
  /// - Returns: The number of the call; nil: there can be none.
  func askForPicture(of tab: ObservedTab) throws -> Int?

  /// Brings a window to the front, by the id that a look gave.
  func focus(_ window: Int64) throws

  func askToClose() throws
}

extension RecordedBrowser {
  /// Asks it to close, and waits until it did. One that does not within ten seconds is made to.
  func close() throws -> BrowserProcess.End {
    try askToClose()
    if try !link.waitForEnd(by: .now + .seconds(10)) { process.terminate() }
    return process.wait()
  }
}
