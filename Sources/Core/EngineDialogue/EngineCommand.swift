public import BrowserModel

/// What the view of a tab has to do.
///
/// A view is what shows one tab: a web view, or a target of a browser that is driven from
/// outside. Commands name events and not texts; the front end looks these up when it carries
/// a command out, with `Browser.url(of:text:)` for an entry and the text `TextField.url` for
/// a load.
public struct EngineCommand: Equatable, Sendable {
  /// The tab whose view it is for.
  public var tab: TabID
  /// The number of the command: 1, 2, 3 … over all tabs. Reports name it
  /// (``EngineReport/command``).
  public var number: Int
  /// What to do.
  public var order: Order

  /// Creates a command; a driver makes them.
  public init(tab: TabID, number: Int, order: Order) {
    self.tab = tab
    self.number = number
    self.order = order
  }

  /// What a view can be told to do. Each ends what was under way in it, except for ``zoom(_:)``.
  ///
  /// A view that was told to do anything else than ``zoom(_:)`` or ``close`` answers with
  /// ``EngineReport/ViewEvent/finished(_:)`` at the latest when it is at rest again.
  public enum Order: Equatable, Sendable {
    /// Make a view with this back/forward list and load the entry at the index. The zoom is
    /// 100 %.
    case create(ContiguousArray<HistoryEntry>, index: Int)
    /// Load the URL of an event, as a new entry after the page that is shown. An event
    /// without a URL means the start page.
    case load(EventID)
    /// Go to another item of the view's own list. It is named and not counted, as the page may have
    /// continued meanwhile; where the list has it no more, nothing is done.
    case travel(to: EngineItem.ID)
    /// Replace the view's list by this one and load the entry at the index. If the page is
    /// to be kept and has the URL of that entry, it stays and nothing is loaded.
    case restore(ContiguousArray<HistoryEntry>, index: Int, keepsPage: Bool)
    /// Load the page again that is shown.
    case reload
    /// Stop loading.
    case stop
    /// Show all pages at this level from now on.
    case zoom(ZoomLevel)
    /// Remove the view. Nothing is reported of it from then on.
    case close
  }
}

extension EngineCommand.Order: CustomStringConvertible {
  /// What is to be done, in few words: `create 2/3` is a list of three, shown at the second.
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
