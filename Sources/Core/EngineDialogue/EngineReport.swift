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
  public var news: News

  /// Creates a report.
  public init(tab: TabID, number: Int, command: Int, news: News) {
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
  public enum News: Equatable, Sendable {
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

extension EngineReport.News: CustomStringConvertible {
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

/// The back/forward list of a view.
public struct EngineList: Equatable, Sendable {
  /// The items, oldest first.
  public var items: ContiguousArray<EngineItem>
  /// The index of the item whose page is shown, not of one that is on its way.
  public var index: Int

  /// Creates a list.
  public init(_ items: ContiguousArray<EngineItem>, index: Int) {
    self.items = items
    self.index = index
  }
}

/// An item of a view's back/forward list.
public struct EngineItem: Equatable, Sendable {
  /// What names the item in its view.
  public var id: ID
  /// The URL of the item.
  public var url: String

  /// Creates an item.
  public init(_ id: ID, url: String) {
    self.id = id
    self.url = url
  }

  /// The name of an item. It stays as long as the item has the same URL; one whose URL was
  /// replaced gets a new name.
  ///
  /// - `entry`: An item that a command put into the list, by `HistoryEntry.content`.
  /// - `own`: Any other, by a number that the front end uses once in a view.
  public enum ID: Hashable, Sendable {
    case entry(EventID)
    case own(Int)
  }
}

/// What became of a report.
public enum ReportAnswer: Equatable, Sendable {
  /// It was taken, and the model has to follow with these actions, in this order.
  case taken([Action])
  /// It says nothing about what is there now, and nothing follows from it.
  case dropped(Reason)

  /// The actions to perform; none for a report that was dropped.
  public var actions: [Action] {
    if case .taken(let actions) = self { actions } else { [] }
  }

  /// Why a report was dropped.
  ///
  /// - `noView`: The tab has no view, or is closed.
  /// - `formerView`: It is about a view of the tab that is gone.
  /// - `notNewer`: It was taken before, or a newer one was.
  /// - `late`: It happened before the view began with its newest command.
  /// - `overtaken`: The model has asked for something else since the last commands.
  /// - `noEntry`: It is about an item for which the model has no entry (any more).
  /// - `malformed`: Its list has no item at its index, or it names a command that there was not.
  public enum Reason: Sendable {
    case noView, formerView, notNewer, late, overtaken, noEntry, malformed
  }
}
