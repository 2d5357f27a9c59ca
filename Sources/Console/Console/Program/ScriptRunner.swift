internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import Platform
internal import RetraceEventLog
internal import RetraceStore

/// Runs command lines in order, from a script, a pipe or the prompt.
final class ScriptRunner {
  var context: CommandContext
  let output: Output
  let errors: Output
  /// The pager that shows long answers page by page, or nil if answers are not paged.
  var pager: Pager?
  private(set) var hasQuit = false
  private let call: Call
  private let server: ProgramServer
  /// Whether the message about a new profile was already shown or is unnecessary.
  var hasReportedNewProfile = false
  /// The damaged events that were reported to the user.
  var reportedDamage: DamagedEvents?
  /// Whether an answer may lack data of a damaged event.
  private(set) var mayLackEvents = false
  private var hasReportedFormerCopy = false
  /// The alias created by the last command, or nil.
  private var newAlias: String?
  /// The nesting depth of `source`.
  private var depth = 0
  private static let deepestSource = 16

  init(
    _ call: Call, _ store: Store, _ clock: SharedClock, _ output: Output, _ errors: Output,
    server: ProgramServer
  ) {
    self.server = server
    var presentation = CommandContext.Presentation()
    presentation.printsJSON = call.printsJSON
    presentation.style = Style(call.color, isTerminal: output.isTerminal, environment: .process)
    if output.isTerminal { presentation.art = LineArt(terminal: .process) }
    presentation.columns = output.terminalColumns
    presentation.assumesYes = call.assumesYes
    presentation.now = { clock.current }
    self.context = CommandContext(store: store, presentation: presentation)
    if case .folder = call.profile { context.isProfileNamed = !call.completesShellLine }
    context.isOneCommand = call.work.isOneCommand
    context.agent = call.agent
    if call.agent != nil, !context.isOneCommand { context.beginRun() }
    self.output = output
    self.errors = errors
    self.call = call
  }

  /// Shows the branch and the moment requested by the call. Returns an error if that is not
  /// possible.
  func begin() -> CommandError? {
    do {
      if call.branch != nil || call.point != nil { try context.refuseMissingProfile() }
      if let branch = call.branch { try context.switchBranch(to: branch) }
      if let point = call.point { try context.view(point) }
      return nil
    } catch {
      return CommandError(error)
    }
  }

  // MARK: Sources of commands

  /// Runs one command from the arguments of the program.
  func run(command words: [Word]) -> ExitStatus {
    let status = run(words, from: .arguments)
    reportUnusedAlias()
    return status
  }

  /// Runs lines and scripts in order.
  func run(_ scripts: [Call.Script]) -> ExitStatus {
    var worst = ExitStatus.done
    for script in scripts where !hasQuit && !output.isClosed {
      let status = run(script)
      if status == .done { continue }
      worst = status
      if !call.continuesAfterErrors { break }
    }
    reportUnusedAlias()
    return worst
  }

  private func run(_ script: Call.Script) -> ExitStatus {
    switch script {
    case .line(let line): run(line: line, from: .arguments)
    case .file(let path): run(file: path, from: .arguments)
    case .standardInput: run(LineReader(.standardInput), name: "standard input")
    }
  }

  private func run(file path: String, from source: LineSource) -> ExitStatus {
    guard depth < Self.deepestSource else {
      let message = "“\(path)” is sourced too deeply. Does a script source itself?"
      return complain(CommandError("tooDeep", message), from: source)
    }
    depth += 1
    defer { depth -= 1 }
    do {
      let descriptor = try Descriptor.open(forReading: path)
      defer { descriptor.close() }
      return run(LineReader(descriptor), name: path)
    } catch {
      return complain(CommandError(error), from: source)
    }
  }

  /// Runs the user's start file if it exists. A failure is reported, and the program continues.
  func runStartFile() {
    guard call.runsStartFile, let path = Call.startFile(environment: .process) else { return }
    do {
      let descriptor = try StartFile.open(path)
      defer { descriptor.close() }
      if let reason = try StartFile.refusal(of: descriptor) {
        _ = complain(CommandError("notAllowed", reason), from: .arguments)
      } else {
        _ = run(LineReader(descriptor), name: path, continuesAfterErrors: true)
      }
    } catch {
      if (error as? SystemError)?.code != ENOENT {
        _ = complain(CommandError(error), from: .arguments)
      }
    }
  }

  private func run(
    _ reader: LineReader, name: String, continuesAfterErrors: Bool = false
  ) -> ExitStatus {
    var worst = ExitStatus.done
    let bar = ProgressBar("running \(name)", of: "bytes")
    let bytes = reader.descriptor.fileBytes ?? 0
    defer { bar.end() }
    while !hasQuit, !output.isClosed {
      let line: InputLine?
      do {
        line = try reader.next()
      } catch {
        return complain(CommandError(error), from: .arguments)
      }
      guard let line else { break }
      let source = LineSource.script(name: name, line: line.number)
      let status = run(line, from: source)
      if bytes > 0 { bar.show(reader.consumedBytes, of: bytes) }
      if status == .done { continue }
      worst = status
      if !call.continuesAfterErrors, !continuesAfterErrors || status == .interrupted { break }
    }
    return worst
  }

  private func run(_ line: InputLine, from source: LineSource) -> ExitStatus {
    if SignalInbox.interruptRequested { return complain(.interrupted, from: source) }
    if line.isRepaired {
      return complain(
        CommandError("notUTF8", "This line is not UTF-8, so it was not run."), from: source)
    }
    if call.echoesLines { echo(line.text) }
    return run(line: line.text, from: source)
  }

  /// Shows a line before its answer. If answers are JSON, writes the line to standard error,
  /// because programs expect one document per command.
  private func echo(_ line: String) {
    let style = context.style
    let isCommand = !line.isEmpty && !line.hasPrefix("#")
    let shown =
      isCommand
      ? style.apply(.green, .bold, to: ">") + " \(line)" : style.apply(.dim, to: SafeText(line))
    guard context.printsJSON else { return output.writeLine(shown) }
    writeError(shown)
  }

  // MARK: Lines

  /// Runs the commands of one line, and shows their answers before it returns.
  func run(line: String, from source: LineSource) -> ExitStatus {
    let outer = context.positionSnapshot
    defer { context.positionSnapshot = outer }
    do {
      let commands = try context.aliases.split(line)
      // Before a line is entered, the writes of other processes are read. The command reports a
      // failure.
      if commands.count > 1 { _ = context.catchUp() }
      context.enterLine(of: commands.count)
      for words in commands {
        let status = run(words, from: source)
        if status != .done || hasQuit { return status }
      }
      return flush()
    } catch {
      return complain(CommandError(error), from: source)
    }
  }

  private func run(_ words: [Word], from source: LineSource) -> ExitStatus {
    guard !words.isEmpty else { return .done }
    let before = context.store.browser.sequence
    var answer = context.answer(words)
    if let place = answer.served { answer = serve(at: place) }
    newAlias = answer.newAlias
    let damaged = context.store.damagedEvents
    let isOlder = context.store.log.isOlderThanNoted
    answer.add(damaged, isOlder: isOlder)
    var shown = show(answer.text(in: context))
    if shown == .done { shown = show(answer.illustrations, from: source) }
    reportNewProfile()
    // Another program has already reported the damage.
    if answer.mayLackEvents { reportedDamage = damaged }
    report(damaged, from: source)
    // Commands that write did what was requested, so they do not count.
    let isIncomplete = isOlder || !damaged.isEmpty
    if answer.mayLackEvents || isIncomplete && context.store.browser.sequence == before {
      mayLackEvents = true
    }
    reportFormerCopy()
    reportPassedWrites(from: source)
    if answer.quits { hasQuit = true }
    if let failure = answer.failure { return complain(failure, from: source) }
    if let script = answer.script { return run(file: script, from: source) }
    if let filter = answer.following { return follow(filter, from: source) }
    return shown == .done ? answer.status : shown
  }

  private func serve(at place: ServedPlace) -> Answer {
    do {
      if case .agent(let access) = place {
        let context = context
        try server.serveAgent(access) { context }
      } else {
        try server.serve(context, place)
      }
      return .nothing
    } catch {
      return Answer(CommandError(error))
    }
  }

  private func follow(_ filter: LogFilter, from source: LineSource) -> ExitStatus {
    do {
      var tail = LogTail(context, filter, on: output)
      try tail.run()
      return .done
    } catch {
      return complain(CommandError(error), from: source)
    }
  }

  // MARK: Showing

  /// Reports once that a profile was created, unless the answer already shows this.
  private func reportNewProfile() {
    guard !hasReportedNewProfile, let sentence = context.store.log.newProfileSentence else {
      return
    }
    hasReportedNewProfile = true
    writeError("retrace: " + sentence)
  }

  /// Reports which events are damaged, unless they were already reported.
  private func report(_ damaged: DamagedEvents, from source: LineSource) {
    guard !damaged.isEmpty, damaged != reportedDamage else { return }
    reportedDamage = damaged
    writeError(context.style.apply(.yellow, to: source.prefix + SafeText(damaged.sentence)))
  }

  /// Reports that an alias had no effect, because no command followed before the console ended.
  private func reportUnusedAlias() {
    guard let name = newAlias else { return }
    newAlias = nil
    writeError(
      "retrace: The alias “\(name)” had no effect, because aliases last until the console ends. "
        + "Add the line to ~/.config/retrace/retracerc to define the alias at each prompt.")
  }

  /// Reports once that the profile was an old copy and is now a separate device.
  private func reportFormerCopy() {
    guard !hasReportedFormerCopy, let copy = context.store.log.formerCopy else { return }
    hasReportedFormerCopy = true
    writeError("retrace: " + copy.sentence)
  }

  /// Reports that an answer may show an old state. This can happen if the console was suspended
  /// while it was reading.
  private func reportPassedWrites(from source: LineSource) {
    let count = context.store.log.consumePassedWrites()
    guard count > 0 else { return }
    writeError(
      source.prefix
        + "\(count.grouped) writes occurred while this was read; the output may be outdated."
    )
  }

  private func show(_ text: SafeText) -> ExitStatus {
    guard let pager else {
      output.write(text)
      return flush()
    }
    do {
      try pager.show(text, on: output)
      return .done
    } catch {
      return showFailure(error)
    }
  }

  private func show(_ pictures: IllustratedLines, from source: LineSource) -> ExitStatus {
    do {
      try pictures.show(on: output, in: context)
      return .done
    } catch {
      return complain(CommandError(error), from: source)
    }
  }

  /// Writes buffered output. It is not a failure if the reader has closed the output.
  private func flush() -> ExitStatus {
    do {
      try output.flush()
      return .done
    } catch {
      return showFailure(error)
    }
  }

  private func showFailure(_ error: any Error) -> ExitStatus {
    writeError("retrace: \("\(error)".sentence)")
    return .failed
  }

  private func writeError(_ line: SafeText) {
    errors.writeLine(line)
    // Failures to write to standard error cannot be reported.
    do { try errors.flush() } catch {}
  }

  private func complain(_ failure: CommandError, from source: LineSource) -> ExitStatus {
    if context.printsJSON { output.write(failure.answer.output) }
    let isSent = flush() == .done
    let style = errors.isTerminal ? context.style : .plain
    errors.writeLine(style.apply(.error, to: source.prefix + SafeText(failure.message)))
    errors.write(context.signs(failure.candidates.lines(in: context)))
    do { try errors.flush() } catch { return .failed }
    return isSent ? failure.status : .failed
  }
}

extension CommandError {
  /// The JSON answer for the error.
  var answer: Answer {
    Answer(json: self, Self.refusal)
  }
}
