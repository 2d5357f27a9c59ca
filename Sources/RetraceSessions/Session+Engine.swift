public import BrowserModel
public import EngineDialogue
internal import EventCoding
internal import RetraceEventLog
internal import RetraceStore

/// The dialogue with an engine, based on a session.
///
/// ```swift
/// for command in try store.session.commands(of: &driver) { engine.take(command) }
/// for action in try store.session.answer(to: report, of: &driver).actions {
///   let written = try? store.perform(action, by: Origin(.engine))
///   driver.performed(written?.events ?? [], in: store.browser)
/// }
/// ```
extension Session {
  /// Returns the commands that make the views show this session, like
  /// `EngineDriver.commands(for:showing:text:)`.
  ///
  /// - Parameters:
  ///   - driver: The driver of the views.
  ///   - shown: The visible tabs, or nil for the active tab of every window.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(tabs), and O(entries) for each tab with a view.
  public func commands(
    of driver: inout EngineDriver, showing shown: [TabID]? = nil
  ) throws -> [EngineCommand] {
    try read { text in driver.commands(for: state.browser, showing: shown, text: text) }
  }

  /// Returns the actions that update the model after a report from a view, like
  /// `EngineDriver.report(_:in:text:)`.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(entries of the tab)
  public func answer(
    to report: EngineReport, of driver: inout EngineDriver
  ) throws -> ReportAnswer {
    try read { text in driver.report(report, in: state.browser, text: text) }
  }

  /// The data about an entry that an engine needs to adopt a list of entries.
  public struct EngineEntry: Hashable, Sendable {
    /// The identifier of the entry in reports (`EngineItem.ID.entry(_:)`).
    public let content: EventID
    /// The page of the entry. A page that was forgotten or cannot be read has no URL.
    public let page: Page
    /// The scroll position at which the page was left, in CSS pixels, or zero if no position was
    /// reported.
    public let scroll: Scroll

    /// A scroll position in a page.
    public struct Scroll: Hashable, Sendable {
      /// The distance from the left in CSS pixels.
      public var x: Int32
      /// The distance from the top in CSS pixels.
      public var y: Int32

      /// Creates a position, by default the start of a page.
      public init(x: Int32 = 0, y: Int32 = 0) {
        self.x = x
        self.y = y
      }
    }
  }

  /// Returns the data for the entries of a command.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(entries), with several look-ups for each entry
  public func engineEntries(
    _ entries: some Sequence<HistoryEntry>
  ) throws -> [EngineEntry] {
    try read { text in
      entries.map { entry in
        EngineEntry(
          content: entry.content, page: page(of: entry, text), scroll: text.scroll(entry.scroll))
      }
    }
  }

  /// Returns the URL of an event that starts a load or provides the content of an entry. If the
  /// event has no URL, returns the URL of the start page.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func url(of event: EventID) throws -> String {
    let url = try read { text in event.exists ? text.text(.url, of: event) : nil }
    return url.flatMap { $0.isEmpty ? nil : $0 } ?? Destination.startPage
  }

  /// Returns the reason why loading a tab failed, or nil if the tab has not failed to load.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func failure(of id: TabID) throws -> String? {
    try read { text in
      state.browser.tab(id)?.failure.map { text.text(.reason, of: $0) ?? "" }
    }
  }
}

// Pictures.
extension Session {
  /// Returns the picture of the page that a tab shows, or nil if no picture was reported.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func picture(of id: TabID) throws -> [UInt8]? {
    try picture(state.browser.tab(id)?.currentEntry?.picture ?? .nothing)
  }

  /// Returns the picture that an event reported (`HistoryEntry.picture`), or nil if the event does
  /// not report a picture or the picture was forgotten.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func picture(_ event: EventID) throws -> [UInt8]? {
    guard event.exists else { return nil }
    guard let digits = try read({ text in text.text(.blob, of: event) }),
      let hash = ContentHash(digits: digits)
    else { return nil }
    return try log.read { reader in try reader.blob(hash.bytes) }
  }
}

extension SessionText {
  /// Returns the scroll position that an event reports, or zero if the event does not report one.
  func scroll(_ event: EventID) -> Session.EngineEntry.Scroll {
    var scroll = Session.EngineEntry.Scroll()
    visit(event) { event in
      if case .page(.scrolled(let body)) = event.body {
        scroll = Session.EngineEntry.Scroll(x: body.x, y: body.y)
      }
    }
    return scroll
  }
}
