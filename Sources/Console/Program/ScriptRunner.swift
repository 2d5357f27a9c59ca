internal import BrowserModel
internal import EventLog
internal import Session

/// Runs command lines one after the other: of a script, of a pipe, of the prompt.
final class ScriptRunner {
  var shell: Shell
  let output: Output
  let errors: Output
  private let keepsGoing: Bool
  /// How deep `source` stands in `source`.
  private var depth = 0
  private static let deepestSource = 16

  init(_ call: Call, _ session: Session, _ output: Output, _ errors: Output) {
    var presentation = Shell.Presentation()
    presentation.printsJSON = call.printsJSON
    presentation.style = Style(call.color, isTerminal: output.isTerminal, environment: .process)
    presentation.columns = output.terminalColumns
    presentation.assumesYes = call.assumesYes
    let clock = call.clock
    presentation.now = { TimeSource(clock).current }
    self.shell = Shell(session: session, presentation: presentation)
    self.output = output
    self.errors = errors
    self.keepsGoing = call.keepsGoing
    shell.runsScript = { [unowned self] in self.run(file: $0) }
  }

  // MARK: What to run

  /// One command from the arguments of the program.
  func run(command words: [Word]) -> ExitStatus {
    let status = run(words, at: nil).status
    return flush() ?? status
  }

  func run(_ scripts: [Call.Script]) -> ExitStatus {
    var worst = ExitStatus.done
    for script in scripts {
      let status = run(script)
      if status != .done { worst = status }
      if status != .done, !keepsGoing || output.isClosed { break }
      if hasQuit { break }
    }
    return worst
  }

  private func run(_ script: Call.Script) -> ExitStatus {
    switch script {
    case .line(let line): run(line: line, at: nil)
    case .file(let path): run(file: path)
    case .standardInput: run(LineReader(.standardInput), name: "standard input")
    }
  }

  private(set) var hasQuit = false

  private func run(file path: String) -> ExitStatus {
    guard depth < Self.deepestSource else {
      return complain("“\(path)” is sourced too deep: does a script source itself?", at: nil)
    }
    depth += 1
    defer { depth -= 1 }
    do throws(SystemError) {
      let descriptor = try Descriptor.open(forReading: path)
      defer { descriptor.close() }
      return run(LineReader(descriptor), name: path)
    } catch {
      return complain(error.description, at: nil)
    }
  }

  private func run(_ reader: LineReader, name: String) -> ExitStatus {
    var worst = ExitStatus.done
    while !hasQuit, !output.isClosed {
      let line: InputLine?
      do throws(SystemError) {
        line = try reader.next()
      } catch {
        return complain(error.description, at: nil)
      }
      guard let line else { break }
      let place = "\(name):\(line.number)"
      if line.isRepaired {
        _ = complain("this line is not UTF-8; U+FFFD stands for what could not be read", at: place)
      }
      let status = run(line: line.text, at: place)
      if status == .done { continue }
      worst = status
      if !keepsGoing { break }
    }
    return worst
  }

  // MARK: Lines

  /// Runs the commands of one line, and shows their answers before it returns.
  ///
  /// - Parameter place: What an error message begins with, such as `file:line`.
  func run(line: String, at place: String?) -> ExitStatus {
    let commands: [[Word]]
    do throws(OpenQuote) {
      commands = try Words.split(line)
    } catch {
      return complain(UsageError(error).message, at: place, status: .usage)
    }
    for words in commands {
      let answer = run(words, at: place)
      if let failed = flush() { return failed }
      if answer.quits {
        hasQuit = true
        break
      }
      if answer.status != .done { return answer.status }
    }
    return .done
  }

  private func run(_ words: [Word], at place: String?) -> (status: ExitStatus, quits: Bool) {
    guard !words.isEmpty else { return (.done, false) }
    let answer = answer(words)
    output.write(answer.output)
    guard let failure = answer.failure else { return (.done, answer.quits) }
    let status = complain(failure, at: place)
    return (place == nil ? status : .failed, answer.quits)
  }

  private func answer(_ words: [Word]) -> Answer {
    do throws(UsageError) {
      switch try Catalogue.table.read(words) {
      case .run(let command, let arguments):
        if let failure = catchUp() { return Answer(failure) }
        return command.run(&shell, arguments)
      case .help(let topic):
        do throws(CommandFailure) {
          return try shell.help(topic)
        } catch {
          return Answer(error)
        }
      }
    } catch {
      return Answer(CommandFailure(error))
    }
  }

  /// A command sees what other processes have written.
  private func catchUp() -> CommandFailure? {
    do throws(LogFailure) {
      try shell.session.catchUp()
      return nil
    } catch {
      return CommandFailure(error)
    }
  }

  // MARK: Complaints

  private func complain(_ failure: CommandFailure, at place: String?) -> ExitStatus {
    if shell.printsJSON {
      let answer = Answer { json in
        json.object("error") { json in
          json.member("code", failure.code)
          json.member("message", failure.message)
        }
      }
      output.write(answer.output)
    }
    return complain(failure.message, at: place, status: failure.status)
  }

  private func complain(
    _ message: String, at place: String?, status: ExitStatus = .failed
  ) -> ExitStatus {
    _ = flush()
    let prefix: VisibleText = place.map { "\($0): " } ?? "retrace: "
    errors.writeLine(prefix + VisibleText(message))
    do throws(SystemError) { try errors.flush() } catch { return .failed }
    return status
  }

  /// Shows what was answered; gives a status when that failed.
  func flush() -> ExitStatus? {
    do throws(SystemError) {
      try output.flush()
      return nil
    } catch {
      return output.isClosed ? .done : .failed
    }
  }
}
