internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Session

/// What the prompt says: profile, private or not, and at the right the active tab and its place.
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
    if shell.isPrivate { parts.append(style.apply(.magenta, .bold, to: "private")) }
    if shell.session.log.isReadOnly { parts.append(style.apply(.yellow, to: "read-only")) }
    parts.append(style.apply(shell.isPrivate ? .magenta : .green, .bold, to: "❯"))
    return parts.joined(separator: " ") + " "
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
    guard let directory = shell.session.log.directory else { return "memory" }
    return VisibleText(directory.split(separator: "/").last.map(String.init) ?? directory)
  }
}
