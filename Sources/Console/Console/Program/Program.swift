internal import BrowserModel
package import Catalogue
internal import CommandKit
internal import Platform
internal import RetraceEventLog
internal import RetraceStore

/// The program `retrace`, from its arguments to its exit status.
package enum Program {
  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - server: The server that `serve` starts.
  package static func run(_ arguments: [String], server: ProgramServer) -> ExitStatus {
    Output.ignoreClosedPipes()
    CoreDumps.switchOff()
    let output = Output(.standardOutput)
    let errors = Output(.standardError)
    do {
      try rejectInvalidUTF8(arguments)
      if let profile = FaultRecovery.profile(in: arguments) {
        return FaultRecovery.explain(profile, errors)
      }
      let call = try Call(arguments)
      return try run(call, output, errors, server)
    } catch {
      return complain(CommandError(error).message, errors, status: .usage)
    }
  }

  private static func run(
    _ call: Call, _ output: Output, _ errors: Output, _ server: ProgramServer
  ) throws -> ExitStatus {
    switch call.work {
    case .version: return printLine("retrace \(Release.version)", output)
    case .help:
      let style = Style(call.color, isTerminal: output.isTerminal, environment: .process)
      let help = Help(
        CommandCatalogue.table.index, style: style, columns: output.terminalColumns ?? 80)
      output.write(output.showsOnlyASCII ? help.program.withASCIISigns : help.program)
      return flush(output)
    case .manual(let subject):
      let page = ManualPage(
        CommandCatalogue.table.index, version: Release.version, date: Release.date)
      output.write(SafeText(trusted: page.text(subject)))
      return flush(output)
    case .console, .command, .scripts: break
    }
    guard call.completesShellLine else { return try perform(call, output, errors, server) }
    FileDescriptor.discardOutput(Descriptor.standardError.number)
    _ = try? perform(call, output, errors, server)
    return .done
  }

  private static func perform(
    _ call: Call, _ output: Output, _ errors: Output, _ server: ProgramServer
  ) throws -> ExitStatus {
    var call = call
    if call.work.needsNoProfile { call = call.withoutProfile }
    let path = try call.profilePath(environment: .process)
    if let path {
      MapFault.endProgram()
      MapFault.explain(profile: path)
    }
    let inspected = call.work.inspectsProfile ? path : nil
    if call.work.inspectsProfile { call = call.withoutProfile }
    let clock = SharedClock(call.clock)
    let store: Store
    do {
      store = try Opening(call, clock).store()
    } catch let error as LogError {
      // Commands and options can be completed without a profile.
      if call.completesShellLine, call.profile != .memory {
        return try perform(call.withoutProfile, output, errors, server)
      }
      if case .command(let words) = call.work, !call.completesShellLine,
        var access = ServeCommands.agentAccess(of: words)
      {
        access.name = access.name ?? call.agent
        // An agent is told the reason, and later calls open the profile if that is possible.
        return serve(access, call, clock, output, errors, server)
      }
      return complain(CommandError(error).message, errors, status: .unopened)
    }
    let runner = ScriptRunner(call, store, clock, output, errors, server: server)
    runner.context.inspectedProfile = inspected
    if let failure = runner.begin(), !call.completesShellLine {
      return complain(failure.message, errors, status: failure.status)
    }
    if !isPrompt(call) {
      for warning in ProfileWarning.of(store) { errors.writeLine("retrace: \(warning.sentence)") }
      _ = flush(errors)
    }
    let status = run(call, runner)
    // At the prompt, the user has already seen the warning.
    let isLacking = runner.mayLackEvents && !isPrompt(call)
    return status == .done && isLacking ? .damaged : status
  }

  /// Serves an agent whose profile cannot be opened yet.
  private static func serve(
    _ access: AgentAccess, _ call: Call, _ clock: SharedClock, _ output: Output, _ errors: Output,
    _ server: ProgramServer
  ) -> ExitStatus {
    do {
      try server.serveAgent(access) {
        let store = try Opening(call, clock).store()
        let runner = ScriptRunner(call, store, clock, output, errors, server: server)
        if let failure = runner.begin() { throw failure }
        return runner.context
      }
      return .done
    } catch {
      return complain(CommandError(error).message, errors, status: .failed)
    }
  }

  private static func isPrompt(_ call: Call) -> Bool {
    guard case .console = call.work else { return false }
    return Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
  }

  private static func run(_ call: Call, _ runner: ScriptRunner) -> ExitStatus {
    switch call.work {
    case .command(let words):
      runner.pager = Pager(environment: .process)
      return runner.run(command: words)
    case .scripts(let scripts): return runner.run(scripts)
    case .console:
      guard isPrompt(call) else { return runner.run([.standardInput]) }
      return PromptLoop(runner).run()
    case .version, .help, .manual: return .done
    }
  }

  /// Rejects arguments that are not UTF-8, because an argument with replaced bytes could name
  /// another file.
  private static func rejectInvalidUTF8(_ arguments: [String]) throws {
    for (argument, bytes) in zip(arguments, ProcessContext.arguments.dropFirst())
    where !argument.utf8.elementsEqual(bytes) {
      throw UsageError(
        .badValue, "the argument “\(argument)” is not UTF-8, so its meaning is unknown")
    }
  }

  private static func printLine(_ line: SafeText, _ output: Output) -> ExitStatus {
    output.writeLine(line)
    return flush(output)
  }

  private static func flush(_ output: Output) -> ExitStatus {
    do {
      try output.flush()
      return .done
    } catch {
      return .failed
    }
  }

  private static func complain(
    _ message: String, _ errors: Output, status: ExitStatus
  ) -> ExitStatus {
    errors.writeLine("retrace: \(message)")
    _ = flush(errors)
    return status
  }
}
