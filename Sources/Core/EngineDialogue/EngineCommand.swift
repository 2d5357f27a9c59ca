public import BrowserModel

/// A command for the view of a tab.
///
/// A view is a web view, or a target of a browser that is controlled from outside. Each view shows
/// one tab. Commands refer to events and contain no text. The front end looks up the URL when it
/// executes a command: `Browser.url(of:text:)` for an entry, and the text `TextField.url` of the
/// event for a load.
public struct EngineCommand: Equatable, Sendable {
  /// The tab of the view.
  public var tab: TabID
  /// The number of the command: 1, 2, 3 … across all tabs. Reports contain this number
  /// (``EngineReport/command``).
  public var number: Int
  /// The order to execute.
  public var order: Order

  /// Creates a command. Usually, a driver does this.
  public init(tab: TabID, number: Int, order: Order) {
    self.tab = tab
    self.number = number
    self.order = order
  }

  /// The orders for a view. Each order ends anything that is in progress in the view, except
  /// ``zoom(_:)``.
  ///
  /// After any order other than ``zoom(_:)`` and ``close``, the view must report
  /// ``EngineReport/ViewEvent/finished(_:)`` at the latest when it is idle again.
  public enum Order: Equatable, Sendable {
    /// Create a view with this back/forward list, and load the entry at the index. The zoom is 100
    /// %.
    case create(ContiguousArray<HistoryEntry>, index: Int)
    /// Load the URL of an event, as a new entry after the current page. An event without a URL
    /// means the start page.
    case load(EventID)
    /// Navigate to another item of the view's own list. The item is identified by its id, not by
    /// its distance, because the page may have navigated in the meantime. If the list no longer
    /// contains the item, nothing happens.
    case travel(to: EngineItem.ID)
    /// Replace the view's list with this list, and load the entry at the index. If `keepsPage` is
    /// true and the page already has the URL of that entry, the view keeps the page and loads
    /// nothing.
    case restore(ContiguousArray<HistoryEntry>, index: Int, keepsPage: Bool)
    /// Reload the current page.
    case reload
    /// Stop loading.
    case stop
    /// Show all pages at this zoom level from now on.
    case zoom(ZoomLevel)
    /// Remove the view. The view must not report anything afterwards.
    case close
  }
}

extension EngineCommand.Order: CustomStringConvertible {
  /// A short description of the order: `create 2/3` is a list of three entries, with the second
  /// entry shown.
  public var description: String {
    switch self {
    case .create(let entries, let index): "create \(index + 1)/\(entries.count)"
    case .load: "load"
    case .travel: "travel"
    case .restore(let entries, let index, let keepsPage):
      "restore \(index + 1)/\(entries.count)\(keepsPage ? " keeping" : "")"
    case .reload: "reload"
    case .stop: "stop"
    case .zoom(let level): "zoom \(level.hundredths / 100)"
    case .close: "close"
    }
  }
}
