public import BrowserModel

/// A report of the view of a tab.
///
/// Reports may be late, duplicated, or lost. The two numbers of a report determine whether it is
/// accepted. A list includes the information of all earlier reports.
public struct EngineReport: Equatable, Sendable {
  /// The tab whose view reports.
  public var tab: TabID
  /// The number of the report, which must be greater than the number of the previous report.
  public var number: Int
  /// The newest command that the view had begun to execute when the event happened.
  public var command: Int
  /// The event that is reported.
  public var news: ViewEvent

  /// Creates a report.
  public init(tab: TabID, number: Int, command: Int, news: ViewEvent) {
    self.tab = tab
    self.number = number
    self.command = command
    self.news = news
  }

  /// The events that can occur in a view.
  ///
  /// - `started`: A load of this URL began. `isByPage` is true if a link, a script or a form
  ///   started the load, and false if a command started it.
  /// - `redirected`: The server redirected the load to another URL.
  /// - `committed`: Another document is shown, or the same document was reloaded. `hasActivation`
  ///   states whether the user had interacted with the page that requested the navigation (H9).
  /// - `changedInPlace`: The document is the same, but its URL or the list changed: a fragment,
  ///   `pushState`, `replaceState`, a move within the document, a frame.
  /// - `titled`: The page of an item has this title.
  /// - `scrolled`: The page of an item was left at this scroll position, in CSS pixels (R1).
  /// - `failed`: A load failed, with a reason to display. If an engine shows an error page as an
  ///   entry, its list contains that entry.
  /// - `finished`: The view is idle. An idle view may send this report any number of times, to make
  ///   up for lost reports.
  /// - `gone`: The process of the view ended. Its page and anything in progress are lost.
  public enum ViewEvent: Equatable, Sendable {
    case started(url: String, isByPage: Bool)
    case redirected(to: String)
    case committed(EngineList, hasActivation: Bool = true)
    case changedInPlace(EngineList, hasActivation: Bool = true)
    case titled(EngineItem.ID, String)
    case scrolled(EngineItem.ID, x: Int32, y: Int32)
    case failed(reason: String, EngineList)
    case finished(EngineList)
    case gone
  }
}

extension EngineReport.ViewEvent: CustomStringConvertible {
  /// A short description of the event: `committed 2/3` is a list of three items, with the second
  /// item shown.
  public var description: String {
    switch self {
    case .started(let url, let isByPage): "started \(url)\(isByPage ? " by page" : "")"
    case .redirected(let url): "redirected \(url)"
    case .committed(let list, _): "committed \(list.index + 1)/\(list.items.count)"
    case .changedInPlace(let list, _): "changed \(list.index + 1)/\(list.items.count)"
    case .titled(_, let title): "titled \(title)"
    case .scrolled(_, _, let y): "scrolled \(y)"
    case .failed(let reason, _): "failed \(reason)"
    case .finished(let list): "finished \(list.index + 1)/\(list.items.count)"
    case .gone: "gone"
    }
  }
}
