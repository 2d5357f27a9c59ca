/// The complete state of a profile at one moment: the browser and the library.
///
/// ``decide(_:next:text:)`` turns an action into a draft of events, or refuses it. After the caller
/// has appended the events to the log, ``apply(_:)`` folds each event. In this example, the log is
/// in memory:
///
/// ```swift
/// var state = ProfileState()
/// let draft = try state.decide(
///   .open(OpenTab(Destination("https://example.com/"))), next: log.next, text: log)
/// let batch = BatchID(log.next)
/// for body in draft.bodies {
///   let event = Event(sequence: log.next, batch: batch, milliseconds: now, body: body)
///   log.append(event, words: draft.bytes)
///   state.apply(event)
/// }
/// let urls = state.browser.tabs.map { state.browser.url(of: $0, text: log) }
/// ```
///
/// The state contains no text, only the ids of the events with the texts. Therefore, the state is
/// small, folding is fast, and each value can be traced to the event that set it. Selectors such as
/// `Browser.url(of:text:)` look up texts in a ``TextSource``.
public struct ProfileState: Equatable, Sendable {
  /// Windows, tabs, groups, closed items, zoom and the settings of this device.
  public internal(set) var browser: Browser
  /// Bookmarks, search engines and the home page.
  public internal(set) var library: Library

  /// Creates a state from its parts, which must be from the same moment.
  public init(browser: Browser = Browser(), library: Library = Library()) {
    self.browser = browser
    self.library = library
  }

  /// Folds one event into both parts with ``Browser/apply(_:)`` and ``Library/apply(_:)``.
  public mutating func apply(_ event: borrowing Event) {
    browser.apply(event)
    library.apply(event)
  }

  /// Returns the settings of the part that a setting belongs to.
  public func settings(with name: Settings.Name) -> Settings {
    name.isOfLibrary ? library.settings : browser.settings
  }

  /// Returns whether both states show the same content, even if they are at different events.
  ///
  /// In this sense, an undo restores the state before an action. The log has grown, but everything
  /// visible is as it was before.
  ///
  /// - Complexity: O(size of the state)
  public func hasSameContent(as other: ProfileState) -> Bool {
    browser.hasSameContent(as: other.browser) && library == other.library
  }

  /// Returns the differences between this state and another: first in the browser, then in the
  /// library.
  ///
  /// - Complexity: That of ``Browser/changes(to:)`` and ``Library/changes(to:)``
  public func changes(to other: ProfileState) -> [Change] {
    browser.changes(to: other.browser) + library.changes(to: other.library)
  }
}
