package import BrowserModel
package import CommandKit
internal import Notation
internal import Platform
package import RetraceEventLog
package import RetraceStore

/// A call of a program that the console starts. It contains a command, and the facts about the
/// console that the program needs.
///
/// The words of a call are the name of the command, the options below, and the command's own
/// arguments: `import --profile=DIR --dry-run -- FILE`. A service can call a program in the same
/// way: `retrace-sync follow --profile DIR`.
package struct HelperCall {
  /// The arguments of the command.
  package let arguments: Arguments

  private static let options: [CommandOption] = [
    .value("profile", "DIR", .word, "the folder of the profile"),
    .value("branch", "ID", .integer, "the branch to work on; 0 is the main branch"),
    .flag("read-only", "the console may only read the profile"),
    .flag("json", "print answers as JSON"),
    .flag("colored", "use colours"),
    .value("now", "MILLISECONDS", .integer, "the time of the console, since 1970 UTC"),
    .value("failure-descriptor", "N", .integer, "the descriptor on which to report a failure"),
  ]

  /// The descriptor on which a program that was started by the console reports a failure.
  package static let consoleFailureDescriptor: Int32 = 3

  /// The folder of the profile.
  package var profile: String { arguments.text("profile") ?? "" }
  /// The branch to work on.
  package var branch: BranchID {
    BranchID(Int32(truncatingIfNeeded: arguments.integer("branch") ?? 0))
  }
  package var isReadOnly: Bool { arguments.has("read-only") }
  package var printsJSON: Bool { arguments.has("json") }
  package var isColored: Bool { arguments.has("colored") }
  /// The time of the console in milliseconds since 1970 UTC, or nil for the clock of this computer.
  package var now: Int64? { arguments.integer("now").map { Int64($0) } }
  /// The descriptor on which to report a failure.
  package var failureDescriptor: Int32 {
    arguments.integer("failure-descriptor").flatMap { Int32(exactly: $0) } ?? STDERR_FILENO
  }
  /// A pipe that the console keeps open for reading as long as it runs, or −1 if there is none.
  package var consoleDescriptor: Int32 {
    failureDescriptor == STDERR_FILENO ? -1 : failureDescriptor
  }

  /// Returns the words that call a program for a command of the console.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command.
  ///   - values: The values that replace typed values, by name.
  ///   - branch: The branch to work on.
  ///   - passesProfile: Whether the program works on the profile of the console, if the command
  ///     needs a profile.
  static func words(
    for arguments: Arguments, replacing values: [String: String] = [:],
    on branch: BranchID = .nothing, passesProfile: Bool = true, in context: CommandContext
  ) throws -> [String] {
    let declaration = arguments.declaration
    var words = [declaration.helperName]
    if passesProfile, declaration.effect != .needsNoProfile {
      guard let profile = context.store.log.directory else {
        throw CommandError(
          "notAllowed",
          "A profile in memory is not available to other programs; use a profile on "
            + "disk.")
      }
      words.append("--profile=\(profile)")
    }
    if branch.exists { words.append("--branch=\(branch.rawValue)") }
    if context.store.log.isReadOnly { words.append("--read-only") }
    if context.printsJSON { words.append("--json") }
    if context.style.isColored { words.append("--colored") }
    words.append("--now=\(context.presentation.now().milliseconds)")
    words.append("--failure-descriptor=\(consoleFailureDescriptor)")
    return words + arguments.words(replacing: values)
  }

  /// Parses the words of a call.
  ///
  /// - Parameter declarations: The commands of the program.
  init(_ words: [String], of declarations: [CommandDeclaration]) throws {
    let words = Words.verbatim(words)
    let names = declarations.map(\.helperName)
    guard let first = words.first else {
      throw UsageError(.missingArgument, "a command is missing: \(names.joined(separator: ", "))")
    }
    guard let declaration = declarations.first(where: { $0.helperName == first.text }) else {
      throw UsageError.unknown(
        .unknownCommand, "command", first, among: names,
        otherwise: "the commands are \(names.joined(separator: ", "))")
    }
    arguments = try ArgumentParser.parse(
      Array(words.dropFirst()), for: declaration.adding(Self.options))
  }

  /// Opens the profile, showing progress.
  ///
  /// - Parameters:
  ///   - isReadOnly: Whether to open the profile only for reading, or nil for the same access as
  ///     the console.
  ///   - making: When to create a missing profile.
  ///   - now: The current time in milliseconds since 1970 UTC, or nil for the clock of this
  ///     computer.
  /// - Throws: `LogError` and `Refusal` if the profile cannot be opened.
  package func store(
    isReadOnly: Bool? = nil, making: EventLog.Making = .withFirstBatch, now: Int64? = nil
  ) throws -> Store {
    let log = try EventLog(
      profile: profile, access: isReadOnly ?? self.isReadOnly ? .readOnly : .readWrite,
      making: making)
    let bar = ProgressBar("opening")
    let store = try Store(log, progress: bar.goesOn) { now ?? Timestamp.now.milliseconds }
    if branch.exists { try store.switchBranch(to: branch) }
    return store
  }
}

extension CommandDeclaration {
  /// The word that calls a program for the command, such as `import`, or `follow` for `sync
  /// follow`.
  fileprivate var helperName: String { secondWord ?? name }
}
