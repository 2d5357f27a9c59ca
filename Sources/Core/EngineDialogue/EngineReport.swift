public import BrowserModel

/// What happened in the view of a tab.
///
/// Reports may be late, come twice, or not come at all: their two numbers tell which to take,
/// and a list says everything that reports before it said.
public struct EngineReport: Equatable, Sendable {
  /// The tab whose view reports.
  public var tab: TabID
  /// The number of the report. The front end gives each a larger one than the one before.
  public var number: Int
  /// The newest command that the view had begun to carry out when this happened.
  public var command: Int
  /// What happened.
  public var news: ViewEvent

  /// Creates a report.
  public init(tab: TabID, number: Int, command: Int, news: ViewEvent) {
    self.tab = tab
    self.number = number
    self.command = command
    self.news = news
  }

  /// What can happen in a view.
  ///
  /// - `started`: A load began, of this URL. It is by the page if a link, a script or a form
  ///   began it and not a command.
  /// - `redirected`: The server sent the load on to another URL.
  /// - `committed`: Another document is shown, or the same one was loaded again. Activation
  ///   means that the user had interacted with the page that asked for it (H9).
  /// - `changedInPlace`: The document stays, and its URL or the list is another one: a
  ///   fragment, `pushState`, `replaceState`, a move within the document, a frame.
  /// - `titled`: The page of an item has this title.
  /// - `scrolled`: The page of an item was left at this place, in CSS pixels (R1).
  /// - `failed`: A load failed, with a reason for people. An engine that shows an error page
  ///   as an entry has that in its list.
  /// - `finished`: Nothing is under way in the view any more. It may be reported at any time
  ///   of rest, as often as the front end likes, and makes up for reports that were missed.
  /// - `gone`: The process of the view ended. Its page and what was under way are lost.
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
  /// What happened, in few words: `committed 2/3` is a list of three, of which the second is shown.
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
