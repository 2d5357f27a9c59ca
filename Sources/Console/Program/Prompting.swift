internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Session
internal import Timeline

/// The console on a terminal: reads lines with editing, completion and history until it is left.
final class Prompting {
  private let runner: ScriptRunner
  private let history = HistoryFile.ofConsoles(environment: .process)
  /// How often another process' events are looked for while the prompt waits.
  private static let lookMilliseconds = 250

  init(_ runner: ScriptRunner) { self.runner = runner }

  func run() -> ExitStatus {
    let editor: LineEditor
    do throws(LineEditorError) {
      editor = try LineEditor(program: "retrace", history: history)
    } catch {
      return runner.run([.standardInput])
    }
    defer { editor.close() }
    runner.pager = Pager(environment: .process)
    greet()
    // From now on nobody can think that another profile is shown.
    (runner.hasToldNewProfile, runner.shell.isProfileNamed) = (true, false)
    prepare(editor)
    return loop(editor)
  }

  private func loop(_ editor: LineEditor) -> ExitStatus {
    while !runner.hasQuit {
      switch editor.readLine({ [unowned self] in PromptText(runner.shell).prompt }) {
      case .line(let line): run(line, editor)
      case .interrupted: continue
      case .end: return .done
      }
    }
    return .done
  }

  private func run(_ line: String, _ editor: LineEditor) {
    let hadPrivateWindow = hasPrivateWindow
    runner.shell.presentation.columns = runner.output.terminalColumns
    _ = runner.run(line: line, from: .prompt)
    history?.owner = runner.shell.historyOwner
    editor.addHistory(
      line,
      LineKeeping(
        line, hasPrivateWindow: hadPrivateWindow || hasPrivateWindow,
        isOnDisk: runner.shell.session.log.directory != nil))
    if hadPrivateWindow, !hasPrivateWindow { editor.dropPassingHistory() }
  }

  private var hasPrivateWindow: Bool { !runner.shell.session.privateBrowser.windowOrder.isEmpty }

  private func prepare(_ editor: LineEditor) {
    editor.complete = { [unowned self] before, _ in self.completing().complete(before) }
    editor.hint = { [unowned self] line in self.completing().hint(line) }
    editor.joinPasted = PastedLines.joined
    editor.whileWaiting = (
      intervalMilliseconds: Self.lookMilliseconds,
      messages: { [unowned self] in self.news() }
    )
  }

  private func completing() -> Completing { Completing(shell: runner.shell) }

  // MARK: Messages

  private func greet() {
    let browser = runner.shell.session.strip
    let style = runner.shell.style
    let what: VisibleText =
      browser.sequence.exists
      ? .counted(browser.tabCount, "tab") + ", "
        + .counted(Int(browser.sequence.rawValue), "event")
      : newProfile
    runner.output.writeLine(
      style.apply(.bold, to: "Retrace \(Program.version)") + " — \(what). "
        + style.apply(.dim, to: "“help” shows the commands, Ctrl-D leaves."))
    for warning in warnings { runner.output.writeLine(style.apply(.yellow, to: warning)) }
    do throws(SystemError) { try runner.output.flush() } catch {}
  }

  /// What there is before the first event.
  private var newProfile: VisibleText {
    let shell = runner.shell
    guard shell.isProfileNamed, shell.session.log.isProfileMissing,
      let path = shell.session.log.directory
    else { return "a new profile" }
    return "a new profile at “\(path)”, made by the first action"
  }

  /// What a person should know about the profile before anything is done in it.
  private var warnings: [VisibleText] {
    let session = runner.shell.session
    var warnings: [VisibleText] = []
    warnings += ProfileWarning.of(session).map { VisibleText($0.sentence) }
    let damaged = session.timeline.damaged.count
    if damaged > 0 {
      warnings.append(
        .counted(damaged, "event is", "events are") + " damaged and left out.")
    }
    if session.timeline.unknownCount > 0 {
      warnings.append("A newer version has written to this profile: it can only be read.")
    }
    return warnings
  }

  /// What other processes have written since.
  private func news() -> [String] {
    let session = runner.shell.session
    session.indexSomeVisits()
    let before = session.timeline.position
    do throws(LogFailure) {
      guard try session.catchUp() else { return [] }
    } catch {
      return []
    }
    return News(runner.shell).lines(after: before).map(\.text)
  }
}
