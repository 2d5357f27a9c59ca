internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The state shown, together with the texts of the log. Answers use it to write parts of the state
/// as JSON. Member names follow WebExtensions.
struct ShownState {
  let context: CommandContext
  let words: LogText

  /// The connected browsers of the profile, whose windows it contains.
  let connected: ConnectedBrowsers

  init(context: CommandContext, words: LogText) {
    self.context = context
    self.words = words
    connected = ConnectedBrowsers(folder: context.store.log.directory)
  }

  private var browsers: [Browser] { [context.durableBrowser, context.privateBrowser] }

  var windows: [WindowAnswer] {
    browsers.flatMap { browser in
      browser.windows.map { WindowAnswer(window: $0, browser: browser, state: self) }
    }
  }

  var tabs: [TabAnswer] { tabs(browsers.flatMap(\.tabs)) }

  func tabs(_ tabs: [Tab]) -> [TabAnswer] { tabs.map { TabAnswer($0, in: self) } }

  var groups: [GroupAnswer] {
    browsers.flatMap { browser in
      browser.groups.map { GroupAnswer(group: $0, title: browser.title(of: $0, text: words)) }
    }
  }

  /// The closed items, newest first, with private items before the others.
  var closed: [ClosedItemAnswer] {
    closed(
      browsers.reversed().flatMap { browser in
        browser.closed.reversed().compactMap { browser.shown($0, text: words) }
      })
  }

  func closed(_ items: [ClosedItem]) -> [ClosedItemAnswer] {
    let times = ClosingTimes(items.map(\.id.event), in: context)
    return items.map { ClosedItemAnswer(item: $0, time: times[$0.id.event], state: self) }
  }

  func url(of tab: Tab) -> String { context.browser(of: tab.id).url(of: tab, text: words) }

  func title(of tab: Tab) -> String { context.browser(of: tab.id).title(of: tab, text: words) }

  static let zoomOfSites = AnswerMembers<Self>(object: "zoom") { zoom in
    zoom.member("default", "1.25 is 125 %") { $0.context.durableBrowser.zoom.default.factor }
    zoom.map("sites", "by host") { state in
      state.context.durableBrowser.zoom.sites.set.compactMap { site in
        let host = state.words.text(.host, of: site.name) ?? "#\(site.name.rawValue)"
        return host.isEmpty ? nil : (host, site.level.factor)
      }
    }
  }

  static let marks = AnswerMembers<[(name: String, mark: Mark)]> { marks in
    marks.map("marks", "events by the names of marks") { $0.map { ($0.name, $0.mark.moment) } }
  }
}
