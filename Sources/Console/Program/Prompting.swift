internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Session
internal import Timeline

/// The console on a terminal: reads lines with editing, completion and history until it is left.
final class Prompting {
  private let runner: ScriptRunner
  /// How often another process' events are looked for while the prompt waits.
  private static let lookMilliseconds = 250

  init(_ runner: ScriptRunner) { self.runner = runner }

  func run() -> ExitStatus {
    let editor: LineEditor
    do throws(LineEditorError) {
      editor = try LineEditor(program: "retrace", history: historyFile())
    } catch {
      return runner.run([.standardInput])
    }
    defer { editor.close() }
    greet()
    prepare(editor)
    return loop(editor)
  }

  private func loop(_ editor: LineEditor) -> ExitStatus {
    while true {
      switch editor.readLine({ [unowned self] in self.prompt() }) {
      case .line(let line):
        // A line typed into a private window leaves no trace (T7).
        if !runner.shell.isPrivate, !line.isEmpty { editor.addHistory(line) }
        runner.shell.presentation.columns = runner.output.terminalColumns
        _ = runner.run(line: line, at: "")
        if runner.hasQuit { return .done }
      case .interrupted: continue
      case .end: return .done
      }
    }
  }

  private func historyFile() -> HistoryFile? {
    Call.stateFolder(environment: .process).map { HistoryFile(path: "\($0)/history") }
  }

  private func greet() {
    let browser = runner.shell.session.browser
    let style = runner.shell.style
    let output = runner.output
    let events = browser.sequence.rawValue
    let what: VisibleText =
      events == 0
      ? "a new profile" : "\(browser.tabCount) \(browser.tabCount == 1 ? "tab" : "tabs"), \(events) events"
    output.writeLine(
      style.apply(.bold, to: "Retrace \(Program.version)") + " — \(what). "
        + style.apply(.dim, to: "“help” shows the commands, Ctrl-D leaves."))
    warn()
    _ = runner.flush()
  }

  /// What a person should know about the profile before anything is done in it.
  private func warn() {
    let session = runner.shell.session
    var warnings: [VisibleText] = []
    if session.log.isOlderThanNoted {
      warnings.append("This profile is older than it once was: the newest events are missing.")
    }
    if !session.timeline.damaged.isEmpty {
      warnings.append("\(session.timeline.damaged.count) events are damaged and left out.")
    }
    if session.timeline.unknownCount > 0 {
      warnings.append("A newer version has written to this profile: it can only be read.")
    }
    for warning in warnings {
      runner.output.writeLine(runner.shell.style.apply(.yellow, to: warning))
    }
  }

  private func prepare(_ editor: LineEditor) {
    editor.complete = { [unowned self] before, _ in self.completing().complete(before) }
    editor.hint = { [unowned self] line in self.completing().hint(line) }
    editor.whileWaiting = (
      intervalMilliseconds: Self.lookMilliseconds,
      messages: { [unowned self] in self.news() }
    )
  }

  private func completing() -> Completing { Completing(shell: runner.shell) }

  /// What other processes have written since.
  private func news() -> [String] {
    let session = runner.shell.session
    let before = session.browser.sequence
    do throws(LogFailure) {
      guard try session.catchUp() else { return [] }
      return try lines(after: before)
    } catch {
      return []
    }
  }

  private func lines(after sequence: Sequence) throws(LogFailure) -> [String] {
    let session = runner.shell.session
    let style = runner.shell.style
    let limit = 5
    var lines: [String] = []
    var count = 0
    try session.visitLog(isPrivate: false, from: sequence.advanced(by: 1)) { event, words in
      count += 1
      if count <= limit {
        let text: VisibleText = "#\(event.sequence.rawValue) \(EventLine.short(event, words: words))"
        lines.append(style.apply(.dim, to: "elsewhere: " + text).text)
      }
      return true
    }
    if count > limit {
      lines.append(style.apply(.dim, to: "elsewhere: and \(count - limit) more events").text)
    }
    return lines
  }

  // MARK: The prompt

  /// Profile, private or not, active tab: `default · 3/12 Example ❯ `.
  private func prompt() -> LineEditor.Prompt {
    let shell = runner.shell
    let style = shell.style
    var left = style.apply(.dim, to: VisibleText(profileName))
    if shell.isPrivate { left += " " + style.apply(.magenta, .bold, to: "private") }
    if shell.session.log.isReadOnly { left += " " + style.apply(.yellow, to: "read-only") }
    left += " " + style.apply(.green, .bold, to: "❯") + " "
    return LineEditor.Prompt(left: left.text, right: style.apply(.dim, to: place(shell)).text)
  }

  private func place(_ shell: Shell) -> VisibleText {
    guard let tab = shell.activeTab, let window = shell.browser.window(tab.window) else {
      return "no tab open"
    }
    let title = shell.label(of: tab).truncated(toColumns: 40)
    return "\(title)  \(shell.position(of: tab))/\(window.tabs.count)"
  }

  private var profileName: String {
    guard let directory = runner.shell.session.log.directory else { return "memory" }
    return directory.split(separator: "/").last.map(String.init) ?? directory
  }
}
