internal import Glibc
internal import Platform

/// How a browser is started.
package struct BrowserLaunch: Sendable {
  package var kind: BrowserKind
  /// The program, on PATH or with its path.
  package var program: String
  /// The folder of its profile; nil: one that is made for it and goes with it.
  package var profile: String?
  /// Whether it shows no window.
  package var isHeadless = false
  /// What it opens first.
  package var urls: [String] = []
  /// Whether the recording before ended with a crash: what the browser had then is to come again.
  var followsCrash = false

  package init(_ kind: BrowserKind) {
    self.kind = kind
    program = kind.program
  }

  /// Starts it, and waits until it can be asked.
  ///
  /// - Parameters:
  ///   - restored: Windows that it opens, in a fresh profile. Their addresses are in the model's words.
  ///   - stop: A descriptor that can be read once somebody asked to stop, or −1.
  func start(restoring restored: PortableSession? = nil, stop: Int32 = -1) throws
    -> any RecordedBrowser
  {
    switch kind {
    case .chromium: try Chromium(self, restoring: restored, stop: stop)
    case .firefox: try Firefox(self, restoring: restored, stop: stop)
    }
  }
}
