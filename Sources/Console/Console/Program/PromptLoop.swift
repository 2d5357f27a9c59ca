internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import HistoryStorage
internal import LineEditing
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The console on a terminal. Reads lines with editing, completion and history until the user
/// quits.
final class PromptLoop {
  private let runner: ScriptRunner
  /// Whether the last line failed. The prompt indicates this.
  private var hasFailed = false
  /// The newest proposal of a program that the user has been told about.
  private var announcedProposal = EventID.nothing
  /// The lines entered so far while a quote is open, including their newlines.
  private var pending = ""
  private let history = HistoryFile.ofConsoles(environment: .process)
  /// The interval at which the waiting prompt checks for events of other processes.
  private static let pollMilliseconds = 250

  init(_ runner: ScriptRunner) {
    self.runner = runner
    runner.context.beginRun()
  }

  func run() -> ExitStatus {
    let editor: LineEditor
    do {
      editor = try LineEditor(program: "retrace", history: history)
    } catch {
      return runner.run([.standardInput])
    }
    defer { editor.close() }
    runner.pager = Pager(environment: .process)
    greet()
    // The greeting has shown which profile is open.
    (runner.hasReportedNewProfile, runner.context.isProfileNamed) = (true, false)
    prepare(editor)
    runner.runStartFile()
    defer { reportClosedPrivateWindows() }
    return loop(editor)
  }

  /// Reports that private windows were closed together with the console and cannot be restored.
  private func reportClosedPrivateWindows() {
    let browser = runner.context.store.privateBrowser
    let windows = browser.windowOrder.count
    guard windows > 0 else { return }
    printLine(
      "Closed " + .counted(windows, "private window") + " with " + .counted(browser.tabCount, "tab")
        + ". None of this was stored on disk.")
  }

  /// Shows a line. Write failures are ignored, because the terminal may be gone.
  private func printLine(_ line: SafeText) {
    runner.output.writeLine(line)
    do { try runner.output.flush() } catch {}
  }

  private func loop(_ editor: LineEditor) -> ExitStatus {
    while !runner.hasQuit {
      for notice in readProposals() { printLine(runner.context.signs(notice)) }
      switch readText(editor) {
      case .line(let text): run(text, editor)
      case .interrupted: continue
      case .end: return .done
      }
    }
    return .done
  }

  /// Reads lines until no quote is open.
  private func readText(_ editor: LineEditor) -> LineEditor.Input {
    pending = ""
    defer { pending = "" }
    var openQuote: OpenQuote?
    while true {
      let input = editor.readLine { [unowned self] in
        let text = PromptText(runner.context, hasFailed: hasFailed)
        return openQuote.map(text.readContinuation) ?? text.readPrompt()
      }
      guard case .line(let line) = input else { return input }
      openQuote = EnteredText(pending + line).openQuote
      guard let openQuote else { return .line(pending + line) }
      if pending.isEmpty { printClosingAdvice(openQuote) }
      pending += line + "\n"
    }
  }

  /// Prints advice on how to close a quote, because the user may have typed the quotation mark as
  /// an apostrophe.
  private func printClosingAdvice(_ quote: OpenQuote) {
    let sign = String(quote.quote)
    printLine(
      runner.context.style.apply(
        .dim, to: "Type another \(sign) to close the quote, or Ctrl-C to drop the line."))
  }

  private func run(_ text: String, _ editor: LineEditor) {
    let hadPrivateWindow = hasPrivateWindow
    runner.context.presentation.columns = runner.output.terminalColumns
    let lines = EnteredText(text).lines
    let failed = lines.firstIndex { line in
      !runner.hasQuit && runner.run(line: line.text, from: .prompt) != .done
    }
    hasFailed = failed != nil
    if let failed { reportLines(notRun: lines[(failed + 1)...].map(\.text)) }
    do {
      history?.owner = try HistoryFile.readOwner(runner.context.store.log)
    } catch {
      // A line without an owner can be forgotten from every profile. The answer has already been
      // shown.
      history?.owner = nil
    }
    editor.addHistory(
      text,
      LineKeeping(
        text, aliases: runner.context.aliases,
        hasPrivateWindow: hadPrivateWindow || hasPrivateWindow,
        isOnDisk: runner.context.store.log.directory != nil))
    if hadPrivateWindow, !hasPrivateWindow { editor.dropPassingHistory() }
  }

  /// Reports the number of pasted lines after the failed line. These lines are not run.
  private func reportLines(notRun lines: [String]) {
    let count = lines.count { line in !line.allSatisfy { $0 == " " } }
    guard count > 0 else { return }
    let fate: SafeText = " after the failed line " + (count == 1 ? "was" : "were") + " not run."
    printLine(runner.context.style.apply(.dim, to: .counted(count, "line") + fate))
  }

  private var hasPrivateWindow: Bool { !runner.context.store.privateBrowser.windowOrder.isEmpty }

  private func prepare(_ editor: LineEditor) {
    editor.cutMark = runner.context.presentation.art.cut
    editor.complete = { [unowned self] before, _ in
      let completion = LineCompletion(context: runner.context).complete(pending + before)
      return before.hasSuffix(completion.word) ? completion : .none
    }
    editor.hint = { [unowned self, unowned editor] line in
      LineHint(runner.context).hint(pending + line, newestLine: editor.newestLine)
    }
    if runner.context.style.isColored {
      editor.highlight = { [unowned self] line in
        LineHighlighting(index, runner.context.aliases, pending + line)
          .highlights(in: runner.context.style, after: pending.utf8.count)
      }
    }
    editor.whileWaiting = (
      intervalMilliseconds: Self.pollMilliseconds,
      messages: { [unowned self] in self.readEvents() }
    )
  }

  private var index: CommandIndex { CommandCatalogue.table.index }

  // MARK: Messages

  private func greet() {
    let browser = runner.context.store.browser
    let style = runner.context.style
    let what: SafeText =
      browser.sequence.exists
      ? .counted(browser.tabCount, "tab") + ", "
        + .counted(Int(browser.sequence.rawValue), "event")
      : newProfile
    let advice: SafeText =
      browser.sequence.exists
      ? "“help” lists the commands, Ctrl-D quits."
      : "“help tutorial” starts a tour, “help” lists the commands, Ctrl-D quits."
    let name = style.apply(.bold, to: "Retrace \(Release.version)") + " — \(what)."
    let tip = style.apply(.dim, to: advice)
    let isInOneRow = (name + " " + tip).columns <= runner.output.terminalColumns ?? .max
    runner.output.writeLine(isInOneRow ? name + " " + tip : name)
    if !isInOneRow { runner.output.writeLine(tip) }
    for warning in warnings { runner.output.writeLine(style.apply(.yellow, to: warning)) }
    // If the terminal is gone, reading the first line ends the console.
    do { try runner.output.flush() } catch {}
  }

  /// The part of the greeting that describes a profile without events.
  private var newProfile: SafeText {
    let context = runner.context
    guard context.isProfileNamed, context.store.log.isProfileMissing,
      let path = context.store.log.directory
    else { return "a new profile" }
    return "a new profile at “\(path)”, created by the first action"
  }

  /// The warnings about the profile, shown before the first command.
  private var warnings: [SafeText] {
    let store = runner.context.store
    var warnings: [SafeText] = []
    warnings += ProfileWarning.of(store).map { SafeText($0.sentence) }
    let damaged = store.damagedEvents
    if !damaged.isEmpty { warnings.append(SafeText(damaged.sentence)) }
    runner.reportedDamage = damaged
    if store.timeline.unknownCount > 0 {
      warnings.append("A newer version has written to this profile, so it can only be read.")
    }
    if let branch = newestBranch {
      warnings.append("The last action is on branch “\(branch)”; “switch \(branch)” shows it.")
    }
    return warnings
  }

  /// The branch of the newest event, or nil if it is the branch shown. Also nil if the branch
  /// cannot be read. In that case, the next command reports the problem.
  private var newestBranch: SafeText? {
    let context = runner.context
    let timeline = context.store.timeline
    guard !timeline.branches.isEmpty, context.past == nil,
      let branch = try? context.readEvent(timeline.position, { event, _ in event.branch }),
      branch != timeline.lineage.branch
    else { return nil }
    return (try? context.branchName(branch)).map { SafeText($0) }
  }

  /// Returns notices about proposals of programs that the user has not been told about.
  private func readProposals() -> [SafeText] {
    let context = runner.context
    guard let newest = context.store.timeline.proposals.last?.event, newest > announcedProposal
    else { return [] }
    let notices = ProposalNotices(context).readLines(after: announcedProposal)
    announcedProposal = newest
    return notices
  }

  /// Reads the events that other processes have written.
  private func readEvents() -> [String] {
    let store = runner.context.store
    store.indexSomeVisits()
    let before = store.timeline.position
    do {
      guard try store.catchUp() else { return [] }
    } catch {
      // The user did not ask for these events. The next command reports problems with the log.
      return []
    }
    let lines = RemoteChanges(runner.context).readLines(after: before) + readProposals()
    return lines.map { runner.context.signs($0).text }
  }
}
