internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Store
internal import Timeline

/// What the prompt says: profile, branch, moment, private or not, and at the right the active tab and its
/// place.
struct PromptText {
  private let shell: Shell
  /// A longer title is cut.
  private static let titleColumns = 40

  init(_ shell: Shell) { self.shell = shell }

  var prompt: LineEditor.Prompt {
    LineEditor.Prompt(left: left.text, right: shell.style.apply(.dim, to: place).text)
  }

  private var left: VisibleText {
    let style = shell.style
    var parts = [style.apply(.dim, to: profileName)]
    if let branch { parts.append(style.apply(.cyan, to: "on \(branch)")) }
    if let moment { parts.append(style.apply(.yellow, .reverse, to: " \(moment) ")) }
    if shell.isPrivate { parts.append(style.apply(.magenta, .bold, to: "private")) }
    if shell.store.log.isReadOnly { parts.append(style.apply(.yellow, to: "read-only")) }
    parts.append(style.apply(arrowColor, .bold, to: "❯"))
    return parts.joined(separator: " ") + " "
  }

  private var arrowColor: Style.Look {
    if shell.past != nil { return .yellow }
    return shell.isPrivate ? .magenta : .green
  }

  /// The branch in view, where that is not the main line.
  private var branch: VisibleText? {
    guard shell.lineageInView.branch.exists else { return nil }
    do throws(CommandFailure) {
      return "\(try shell.branchName(shell.lineageInView.branch))"
    } catch {
      return "#\(shell.lineageInView.branch.rawValue)"
    }
  }

  /// The moment in view, where that is not the present: `at #12, 14:03`.
  private var moment: VisibleText? {
    guard let past = shell.past else { return nil }
    guard past.position.exists else { return "at the start" }
    return "at #\(past.position.rawValue), \(shell.shortTime(past.time))"
  }

  private var place: VisibleText {
    guard let tab = shell.activeTab, let window = shell.browser.window(tab.window) else {
      return "no tab"
    }
    let status: VisibleText = tab.status == .complete ? "" : VisibleText(naming: tab.status) + " "
    let title = shell.shortLabel(of: tab).truncated(toColumns: Self.titleColumns)
    return "\(status)\(title) \(shell.position(of: tab))/\(window.tabs.count)"
  }

  /// The last part of the profile's path.
  private var profileName: VisibleText {
    guard let directory = shell.store.log.directory else { return "memory" }
    return VisibleText(directory.split(separator: "/").last.map(String.init) ?? directory)
  }
}
