internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// The activity in a profile up to the moment shown, for the user. It consists of the number of
/// open tabs over time and of the most visited sites.
struct Activity {
  private let context: CommandContext
  /// The numbers of open tabs, each with the time from which the number applied.
  private var counts: [(milliseconds: Int64, tabs: Int)] = []
  private var sites: [(host: String, visits: Int)] = []

  /// The maximum number of sites listed.
  private static let siteLimit = 5
  private static let pageLimit = 5_000
  private static let chartColumns = 48
  private static let steps: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// - Complexity: O(events).
  init(_ context: CommandContext) throws {
    self.context = context
    guard context.past?.isWhatIf != true else { return }
    var counts = self.counts
    try context.visitMoments(isPrivate: false) { event, _, past in
      let tabs = past.browser.tabCount
      if counts.last?.tabs != tabs { counts.append((event.milliseconds, tabs)) }
      return true
    }
    self.counts = counts
    var query = PageQuery()
    query.limit = Self.pageLimit
    query.last = context.past?.position
    var visits: [String: Int] = [:]
    for page in try context.pages(query) {
      guard let host = BrowserModel.host(ofURL: page.url), !host.isEmpty else { continue }
      visits[String(host), default: 0] += page.visitCount
    }
    sites = visits.map { ($0.key, $0.value) }
      .sorted { ($1.visits, $0.host) < ($0.visits, $1.host) }
  }

  /// The lines below the statistics.
  var lines: SafeText {
    var lines: SafeText = ""
    if counts.count > 1 {
      lines += "\n" + context.style.apply(.bold, to: "tabs over time") + "\n  " + chart + "\n"
      lines += "  " + context.style.apply(.dim, to: legend) + "\n"
    }
    guard !sites.isEmpty else { return lines }
    var table = Table([.left, .left])
    for site in sites.prefix(Self.siteLimit) {
      table.add(["\(site.host)", .counted(site.visits, "visit")])
    }
    return lines + "\n" + context.style.apply(.bold, to: "sites visited most") + "\n"
      + table.text(width: context.presentation.columns).indented
  }

  /// The members of the object printed by `stats`.
  static let members = AnswerMembers<Activity?> { activity in
    activity.optional(
      "tabsOverTime", "left out if the number of tabs never changed, and with --internal"
    ) { activity in activity.flatMap { $0.counts.count > 1 ? TabsOverTime(activity: $0) : nil } }
    activity.optionalList(
      "sites", "the sites that were visited most; left out with --internal"
    ) {
      $0.map { Array($0.sites.prefix(siteLimit)) }
    } of: { site in
      site.member("host") { $0.host }
      site.member("visits") { $0.visits }
    }
  }

  /// The number of open tabs over time as JSON.
  private struct TabsOverTime: AnswerObject {
    let activity: Activity

    static let members = AnswerMembers<Self> { tabs in
      tabs.member("from") { Timestamp(milliseconds: $0.activity.counts[0].milliseconds) }
      tabs.member("to") { Timestamp(milliseconds: $0.activity.end) }
      tabs.member("most", "the maximum number of tabs open at once") {
        $0.activity.counts.map(\.tabs).max() ?? 0
      }
      tabs.member("peaks", "the maximum in each of 48 equal parts of that time") {
        peaks($0.activity.counts, until: $0.activity.end, in: chartColumns)
      }
    }
  }

  /// The chart, with one character for each part of the period. The height of a character shows the
  /// maximum number of tabs that were open in that part.
  private var chart: SafeText {
    let columns = min(Self.chartColumns, max(8, (context.presentation.columns ?? 80) - 4))
    let most = counts.map(\.tabs).max() ?? 1
    let heights = Self.peaks(counts, until: end, in: columns)
    let signs = heights.map { count in
      count == 0 ? " " : Self.steps[(count * Self.steps.count - 1) / max(most, 1)]
    }
    return SafeText(trusted: String(signs))
  }

  /// Returns the maximum number of tabs in each of several equal parts of a period.
  static func peaks(
    _ counts: [(milliseconds: Int64, tabs: Int)], until end: Int64, in parts: Int
  ) -> [Int] {
    guard let start = counts.first?.milliseconds else { return [] }
    var peaks = [Int](repeating: 0, count: parts)
    let length = max(1, end - start)
    func part(_ time: Int64) -> Int {
      min(parts - 1, max(0, Int((time - start) * Int64(parts) / length)))
    }
    for (place, count) in counts.enumerated() {
      let next = place + 1 < counts.count ? counts[place + 1].milliseconds : end
      let first = part(count.milliseconds)
      let last = place + 1 < counts.count ? part(next) - 1 : part(next)
      for column in first...max(first, last) {
        peaks[column] = max(peaks[column], count.tabs)
      }
    }
    return peaks
  }

  /// The time at which the chart ends.
  private var end: Int64 {
    let last = counts.last?.milliseconds ?? 0
    let isNow = context.past == nil
    return max(last, isNow ? context.presentation.now().milliseconds : last)
  }

  private var legend: SafeText {
    func time(_ milliseconds: Int64) -> SafeText {
      context.shortTime(Timestamp(milliseconds: milliseconds))
    }
    let most = counts.map(\.tabs).max() ?? 0
    return time(counts.first?.milliseconds ?? 0) + " to " + time(end) + ", at most "
      + .counted(most, "tab")
  }
}

extension SafeText {
  /// The text with two spaces before each line.
  fileprivate var indented: SafeText {
    let lines = text.split(separator: "\n").map { "  \($0)\n" }
    return SafeText(trusted: lines.joined())
  }
}
