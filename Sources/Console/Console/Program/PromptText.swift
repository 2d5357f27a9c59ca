internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import LineEditing
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The text of the prompt. The left side shows the profile, the branch, the moment, and whether a
/// private window has the focus. The right side shows the active tab and its position.
struct PromptText {
  private let context: CommandContext
  /// Whether the last line failed.
  private let hasFailed: Bool
  /// The maximum length of a title, in columns. Longer titles are truncated.
  private static let titleColumns = 40

  init(_ context: CommandContext, hasFailed: Bool = false) {
    self.context = context
    self.hasFailed = hasFailed
  }

  /// Reads the content of the prompt from the log.
  func readPrompt() -> LineEditor.Prompt {
    LineEditor.Prompt(
      left: context.signs(readLeft()).text,
      right: context.signs(context.style.apply(.dim, to: readPlace())).text)
  }

  /// Returns the prompt of a line that continues an open quote. It shows the quotation mark
  /// directly before the text, which is aligned with the text of the first line.
  func readContinuation(_ open: OpenQuote) -> LineEditor.Prompt {
    let sign: SafeText = "\(String(open.quote)) "
    let left = sign.padded(toColumns: readLeft().columns, alignment: .right)
    return LineEditor.Prompt(left: context.style.apply(.dim, to: left).text)
  }

  private func readLeft() -> SafeText {
    let style = context.style
    var parts = [style.apply(.dim, to: profileName)]
    if let branch = readBranch() { parts.append(style.apply(.cyan, to: "on \(branch)")) }
    if let moment { parts.append(style.apply(.yellow, .reverse, to: " \(moment) ")) }
    if context.isPrivate { parts.append(style.apply(.magenta, .bold, to: "private")) }
    if context.store.log.isReadOnly { parts.append(style.apply(.yellow, to: "read-only")) }
    parts.append(
      arrowColor.map { style.apply($0, .bold, to: "❯") } ?? style.apply(.prompt, to: "❯"))
    return parts.joined(separator: " ") + " "
  }

  /// The colour of the arrow in an unusual state.
  private var arrowColor: Style.TextAttribute? {
    if hasFailed { return .red }
    if context.past != nil { return .yellow }
    return context.isPrivate ? .magenta : nil
  }

  /// Returns the branch shown, or nil if it is the main branch.
  private func readBranch() -> SafeText? {
    guard context.shownLineage.branch.exists else { return nil }
    do {
      return "\(try context.branchName(context.shownLineage.branch))"
    } catch {
      // The next command reports problems with the log.
      return "#\(context.shownLineage.branch.rawValue)"
    }
  }

  /// The moment shown, if it is not the present: `at #12, 14:03`.
  private var moment: SafeText? {
    guard let past = context.past else { return nil }
    guard past.position.exists else { return "at the start" }
    return "at #\(past.position.rawValue), \(context.shortTime(past.time))"
  }

  private func readPlace() -> SafeText {
    guard let tab = context.activeTab, let window = context.browser.window(tab.window) else {
      return "no tab"
    }
    let status: SafeText = tab.status == .complete ? "" : SafeText(naming: tab.status) + " "
    let title = readLabel(of: tab).truncated(toColumns: Self.titleColumns)
    return "\(status)\(title) \(context.position(of: tab))/\(window.tabs.count)"
  }

  /// Returns the tab's title. If the tab has no title, returns its URL without the scheme.
  private func readLabel(of tab: Tab) -> SafeText {
    let browser = context.browser(of: tab.id)
    do {
      return try context.read { words in
        let title = browser.title(of: tab, text: words)
        let url = browser.url(of: tab, text: words)
        if url == Destination.startPage { return "Start page" }
        return SafeText(title.isEmpty ? shownURL(url).text.withoutWebScheme : title)
      }
    } catch {
      // The next command reports problems with the log.
      return "#\(tab.id.rawValue)"
    }
  }

  /// The last part of the profile's path.
  private var profileName: SafeText {
    guard let directory = context.store.log.directory else { return "memory" }
    return SafeText(directory.split(separator: "/").last.map(String.init) ?? directory)
  }
}
