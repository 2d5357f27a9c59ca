public import BrowserModel
public import EngineDialogue
internal import EventCoding
internal import RetraceEventLog
public import RetraceStore

/// The dialogue with an engine, in the words of a session.
///
/// ```swift
/// for command in try store.session.commands(of: &driver) { engine.take(command) }
/// for action in try store.session.answer(to: report, of: &driver).actions {
///   let written = try? store.perform(action, by: Origin(.engine))
///   driver.performed(written?.events ?? [], in: store.browser)
/// }
/// ```
extension Session {
  /// Returns what views have to do so that they show this session, as
  /// `EngineDriver.commands(for:showing:text:)` does.
  ///
  /// - Parameters:
  ///   - driver: The driver of the views.
  ///   - shown: The tabs that are in view; nil is the active tab of every window.
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(tabs), and O(entries) for each tab with a view.
  public func commands(
    of driver: inout EngineDriver, showing shown: [TabID]? = nil
  ) throws(StoreFailure) -> [EngineCommand] {
    try read { text in driver.commands(for: state.browser, showing: shown, text: text) }
  }

  /// Returns what the model has to do to follow a view, as `EngineDriver.report(_:in:text:)` does.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(entries of the tab)
  public func answer(
    to report: EngineReport, of driver: inout EngineDriver
  ) throws(StoreFailure) -> ReportAnswer {
    try read { text in driver.report(report, in: state.browser, text: text) }
  }

  /// What an engine is told of an entry when it takes over a list.
  public struct EngineEntry: Hashable, Sendable {
    /// What names the entry in reports, `EngineItem.ID.entry(_:)`.
    public let content: EventID
    /// What is there. One that was forgotten or cannot be read has no URL.
    public let page: Page
    /// Where the page was left, in CSS pixels; zero where nothing was reported.
    public let scroll: Scroll

    /// A place in a page.
    public struct Scroll: Hashable, Sendable {
      /// How far to the right.
      public var x: Int32
      /// How far down.
      public var y: Int32

      /// Makes a place; without arguments it is where a page begins.
      public init(x: Int32 = 0, y: Int32 = 0) {
        self.x = x
        self.y = y
      }
    }
  }

  /// Returns the words for the entries of a command.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  /// - Complexity: O(entries), some look-ups each
  public func engineEntries(
    _ entries: some Sequence<HistoryEntry>
  ) throws(StoreFailure) -> [EngineEntry] {
    try read { text in
      entries.map { entry in
        EngineEntry(
          content: entry.content, page: page(of: entry, text), scroll: text.scroll(entry.scroll))
      }
    }
  }

  /// Returns the URL that an event leads to: that of a load, or of an entry by its content. The
  /// start page where it has none.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public func url(of event: EventID) throws(StoreFailure) -> String {
    let url = try read { text in event.exists ? text.text(.url, of: event) : nil }
    return url.flatMap { $0.isEmpty ? nil : $0 } ?? Destination.startPage
  }

  /// Returns why the load of a tab failed, or nil if none did.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public func failure(of id: TabID) throws(StoreFailure) -> String? {
    try read { text in
      state.browser.tab(id)?.failure.map { text.text(.reason, of: $0) ?? "" }
    }
  }
}

/// Pictures.
extension Session {
  /// Returns the picture of the page that a tab shows, as it was reported, or nil if there is none.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public func picture(of id: TabID) throws(StoreFailure) -> [UInt8]? {
    try picture(state.browser.tab(id)?.currentEntry?.picture ?? .nothing)
  }

  /// Returns the picture that an event reported, as `HistoryEntry.picture` names it, or nil if it
  /// is none, or was forgotten.
  ///
  /// - Throws: `StoreFailure.log(_:)` when the log cannot be read.
  public func picture(_ event: EventID) throws(StoreFailure) -> [UInt8]? {
    guard event.exists else { return nil }
    guard let digits = try read({ text in text.text(.blob, of: event) }),
      let hash = ContentHash(digits: digits)
    else { return nil }
    do throws(LogFailure) {
      return try log.read { (reader) throws(LogFailure) in try reader.blob(hash.bytes) }
    } catch {
      throw .log(error)
    }
  }
}

extension SessionText {
  /// Returns the place that an event says; zero where there is none.
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
