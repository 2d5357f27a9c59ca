internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Commands about whether the files of a profile are what was written.
enum TrustCommands {
  static let all: [ConsoleCommand] = [verify, recover]

  private static let verify = CommandCatalogue.command(
    CommandDeclaration(
      "verify", in: .data, .inspects, "check the profile for damage",
      details: [
        "Every page of the file is checked, every event and picture by its checksum, and what is "
          + "derived from the events (kept states, the indexes of pages and of words) against the "
          + "events. It says what is damaged, what that costs, and what to do. Nothing is written, "
          + "and others may go on writing. It ends with status 0 where all is sound, with 4 where "
          + "something is damaged.",
        "“retrace -p DIR verify” does not open the profile, so it also works where that is too "
          + "damaged to be opened, on read-only media, and on the profiles of others.",
      ],
      options: [.flag("quick", "leave out what is derived from the events")],
      answers: VerificationAnswer.shape,
      examples: [
        .init("verify", "everything"),
        .init("verify --quick", "the file, the events and the pictures"),
      ])
  ) { context, arguments throws(CommandFailure) in
    try verifyAnswer(isQuick: arguments.has("quick"), in: context)
  }

  private static let recover = CommandCatalogue.command(
    CommandDeclaration(
      "recover", in: .data, .inspects, "save what can be read of a damaged profile in a new one",
      details: [
        "Makes a new profile in a directory that is not there yet: first from what the file leads "
          + "to, then from every page that still has an event or a picture. The damaged profile "
          + "stays as it is. Ctrl-C leaves nothing half done.",
        "Events keep their numbers. One that could not be recovered leaves its number empty: "
          + "“stats” and “verify” keep saying so, and what it said is missing. It says between "
          + "which times those events were, and which tabs they may be about.",
        "The new profile has the identifier of the old one, whose place it takes. It ends with "
          + "status 0 where all came back, with 4 where something is missing.",
      ],
      takes: [.required("directory", .file, label: "DIR")],
      answers: RecoveryAnswer.shape,
      examples: [.init("recover saved", "into the directory “saved”")])
  ) { context, arguments throws(CommandFailure) in
    try recoverAnswer(arguments.text("directory") ?? "", in: context)
  }

  /// The profile whose files are looked at.
  private static func profile(
    in context: CommandContext
  ) throws(CommandFailure) -> (path: String, log: EventLog?) {
    if let path = context.inspectedProfile { return (path, nil) }
    guard let path = context.store.log.directory else {
      throw CommandFailure("notAllowed", "What is kept in memory has no files; name a profile.")
    }
    return (path, context.store.log)
  }

  /// Looks at a profile; Ctrl-C ends it.
  private static func looking<Value>(
    _ body: (_ goesOn: @escaping (ProgressBar.Work, Int, Int) -> Bool) throws(LogFailure) -> Value?
  ) throws(CommandFailure) -> Value {
    let value: Value?
    do throws(LogFailure) { value = try ProgressBar.during(body) } catch {
      guard error.reason == .missing else { throw CommandFailure(error) }
      throw CommandFailure("noProfile", error.description, status: .unopened)
    }
    guard let value else { throw .interrupted }
    return value
  }

  private static func verifyAnswer(
    isQuick: Bool, in context: CommandContext
  ) throws(CommandFailure) -> Answer {
    let (path, log) = try profile(in: context)
    let verification = try looking { (goesOn) throws(LogFailure) in
      try Verification.of(profile: path, log: log, isQuick: isQuick) { done, total in
        goesOn(.init("looking at pages", of: "pages"), done, total)
      }
    }
    return VerificationAnswer(verification, path: path, in: context.presentation).answer
  }

  private static func recoverAnswer(
    _ directory: String, in context: CommandContext
  ) throws(CommandFailure) -> Answer {
    let (path, log) = try profile(in: context)
    let recovered = try looking { (goesOn) throws(LogFailure) in
      try RecoveredProfile.make(of: path, in: directory, log: log) { done, total in
        goesOn(.init("saving", of: "steps"), done, total)
      }
    }
    return RecoveryAnswer(recovered, in: context.presentation).answer
  }
}
