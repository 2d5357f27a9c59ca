internal import BrowserModel
internal import CommandKit
internal import Notation
internal import Platform
internal import RetraceEventLog
internal import RetraceStore

/// Commands that check and recover the files of a profile, and report problems with them.
enum TrustCommands {
  static let all: [ConsoleCommand] = [verify, recover, report]

  private static let verify = CommandCatalogue.command(
    CommandDeclaration(
      "verify", in: .data, .inspects, "check the profile for damage",
      details: [
        "Checks every page of the file, the checksum of every event and picture, and derived data "
          + "(stored states, the indexes of pages and of words) against the events. Reports what "
          + "is damaged, what is lost, and what to do. Nothing is written, and other programs may "
          + "continue to write. Exits with status 0 if everything is intact, or 4 if something is "
          + "damaged.",
        "“retrace -p DIR verify” does not open the profile, so it also works if the profile is too "
          + "damaged to be opened, on read-only media, and on profiles of other users.",
      ],
      options: [.flag("quick", "skip data derived from the events")],
      answers: VerificationAnswer.shape,
      examples: [
        .init("verify", "check everything"),
        .init("verify --quick", "check only the file, the events and the pictures"),
      ])
  ) { context, arguments throws in
    try verifyAnswer(isQuick: arguments.has("quick"), in: context)
  }

  private static let recover = CommandCatalogue.command(
    CommandDeclaration(
      "recover", in: .data, .inspects, "recover a damaged profile into a new one",
      details: [
        "Creates a new profile in a directory that must not exist: first from the trees of the "
          + "file, then from every page that still contains an event or a picture. The damaged "
          + "profile is not changed. Ctrl-C cancels and leaves nothing behind.",
        "Events keep their numbers. The number of an event that could not be recovered stays "
          + "empty; “stats” and “verify” report this, and the content of the event is missing. The "
          + "command shows the times between which lost events were written, and the tabs that "
          + "they may be about.",
        "The new profile has the identifier of the old one, which it replaces. Exits with status 0 "
          + "if everything was recovered, or 4 if something is missing.",
      ],
      takes: [.required("directory", .file, label: "DIR")],
      answers: RecoveryAnswer.shape,
      examples: [.init("recover saved", "recover into the directory “saved”")])
  ) { context, arguments throws in
    try recoverAnswer(arguments.text("directory") ?? "", in: context)
  }

  private static let report = CommandCatalogue.command(
    CommandDeclaration(
      "report", in: .data, .inspects, "copy the profile without its text, for a bug report",
      details: [
        "The report is a profile in a new directory, by default “retrace-report”. It contains "
          + "every event with its time, numbers and references, and the shape of each text: "
          + "“https://swift.org/blog” becomes “xxxxx://xxxxx.xxx/xxxx”. It does not contain "
          + "addresses, titles, notes, names or pictures.",
        "The file “report.json” in it contains the version of Retrace, the operating system, and "
          + "the result of “verify”. Look at the report with “retrace -p DIR --read-only tabs”, "
          + "and pack it into one file with “tar -czf report.tgz DIR”.",
      ],
      takes: [.optional("directory", .file, label: "DIR")],
      answers: ProfileReport.shape,
      examples: [
        .init("report", "create the directory “retrace-report”"),
        .init("report bug", "create the directory “bug”"),
      ])
  ) { context, arguments throws in
    let directory = arguments.text("directory") ?? "retrace-report"
    let (path, log) = try profile(in: context)
    guard (try? FileTree.status(at: directory, followsLink: false)) == nil else {
      throw LogError(.occupied, operation: "make a report", path: directory)
    }
    let verification = try looking { goesOn in
      try Verification.of(profile: path, log: log) { done, total in
        goesOn(.init("looking at pages", of: "pages"), done, total)
      }
    }
    let findings = VerificationAnswer(verification, path: path, in: context.presentation)
    return try ProfileReport.make(in: directory, findings) { draft in
      try looking { goesOn in
        let source: EventLog
        if let log {
          source = log
        } else {
          source = try EventLog(profile: path, access: .readOnly)
        }
        return try MaskedProfile.make(of: source, in: draft) { done, total in
          goesOn(.init("copying"), done, total)
        }
      }
    }.answer(in: context)
  }

  /// Returns the profile whose files are inspected.
  private static func profile(
    in context: CommandContext
  ) throws -> (path: String, log: EventLog?) {
    if let path = context.inspectedProfile { return (path, nil) }
    guard let path = context.store.log.directory else {
      throw CommandError("notAllowed", "A profile in memory has no files; specify a profile.")
    }
    return (path, context.store.log)
  }

  /// Inspects a profile while showing the progress, until Ctrl-C.
  private static func looking<Value>(
    _ body: (_ goesOn: @escaping (ProgressBar.Work, Int, Int) -> Bool) throws -> Value?
  ) throws -> Value {
    do {
      guard let value = try ProgressBar.during(body) else { throw CommandError.interrupted }
      return value
    } catch let error as LogError where error.reason == .missing {
      throw CommandError("noProfile", error.description, status: .unopened)
    }
  }

  private static func verifyAnswer(
    isQuick: Bool, in context: CommandContext
  ) throws -> Answer {
    let (path, log) = try profile(in: context)
    let verification = try looking { goesOn in
      try Verification.of(profile: path, log: log, isQuick: isQuick) { done, total in
        goesOn(.init("looking at pages", of: "pages"), done, total)
      }
    }
    return VerificationAnswer(verification, path: path, in: context.presentation).answer
  }

  private static func recoverAnswer(
    _ directory: String, in context: CommandContext
  ) throws -> Answer {
    let (path, log) = try profile(in: context)
    let recovered = try looking { goesOn in
      try RecoveredProfile.make(of: path, in: directory, log: log) { done, total in
        goesOn(.init("saving", of: "steps"), done, total)
      }
    }
    return RecoveryAnswer(recovered, in: context.presentation).answer
  }
}
