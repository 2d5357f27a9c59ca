internal import BrowserModel
package import CommandKit
internal import Notation
package import RetraceEventLog
internal import RetraceStore

/// The command that backs up the profile.
enum BackupCommands {
  static let all: [ConsoleCommand] = [backup]

  private static let backup = CommandCatalogue.command(
    CommandDeclaration(
      "backup", in: .data, .reads,
      "copy the profile to another directory, or bring a copy up to date",
      details: [
        "The copy is one consistent state of the log. Other programs can continue to use the "
          + "profile meanwhile. If the directory already contains a backup of the profile, only "
          + "new events are added, in one step. Until that step is complete, the existing backup "
          + "stays intact, even after Ctrl-C or on a full disk.",
        "A backup is a profile: “retrace -p DIR --read-only tabs” shows its tabs. To restore it, "
          + "move the profile out of the way and copy the backup to its place: “cp -a DIR "
          + "PROFILE”. The first write to a restored copy makes it a separate device, so that new "
          + "events are not confused with earlier ones that had the same numbers; “stats” shows "
          + "this. A backup that was written to is a separate profile, and cannot be updated any "
          + "more.",
        "If something was forgotten since the last backup, the next one is created from scratch "
          + "and replaces the old one, so that the forgotten data is erased. To keep several "
          + "states, copy the directory first: “cp -a --reflink=auto DIR DIR-may”. To send it "
          + "elsewhere as one file: “tar -C DIR -cz .”.",
        "A backup contains all events of all branches, including damaged ones, and all pictures. "
          + "It does not contain private windows, or derived data such as the index of pages.",
        "--verify compares each event and picture of the backup with the profile, and reports how "
          + "old the backup is and how many events are missing. It exits with status 4 if anything "
          + "is wrong.",
      ],
      takes: [.required("directory", .file, label: "DIR")],
      options: [.flag("verify", "only compare the existing backup with the profile")],
      answers: .anyOf([BackupAnswer.shape, ComparisonAnswer.shape]),
      examples: [
        .init("backup retrace-backup", "create a backup, and later update it"),
        .init(
          "backup retrace-backup --verify",
          "check that a backup is complete, and how old it "
            + "is"),
      ])
  ) { context, arguments throws in
    let directory = arguments.text("directory") ?? ""
    return arguments.has("verify")
      ? try comparisonAnswer(directory, in: context) : try backupAnswer(directory, in: context)
  }

  private static func backupAnswer(
    _ directory: String, in context: CommandContext
  ) throws -> Answer {
    let now = context.presentation.now()
    let backup = try ProgressBar.during("backing up") { progress in
      try context.store.log.backUp(
        to: directory, milliseconds: now.milliseconds, reading: .events, progress: progress)
    }
    if !backup.leftovers.isEmpty {
      let list = backup.leftovers.map { "“\($0)”" }.joined(separator: ", ")
      throw CommandError(
        "leftover",
        "The backup was re-created, but its previous file could not be removed and still contains "
          + "forgotten data: \(list); remove it.")
    }
    return context.printsJSON
      ? Answer(json: BackupAnswer(directory: directory, backup: backup))
      : Answer(lines: backup.lines(directory))
  }

  private static func comparisonAnswer(
    _ directory: String, in context: CommandContext
  ) throws -> Answer {
    let now = context.presentation.now()
    let comparison = try ProgressBar.during("comparing") { progress in
      try context.store.log.compareBackup(in: directory, reading: .events, progress: progress)
    }
    var answer =
      context.printsJSON
      ? Answer(json: ComparisonAnswer(directory: directory, comparison: comparison))
      : Answer(lines: comparison.lines(directory, now: now))
    if !comparison.isSound { answer.status = .damaged }
    return answer
  }
}

extension Backup {
  /// Returns a description of the result, for the user.
  fileprivate func lines(_ directory: String) -> SafeText {
    let place = SafeText("“\(directory)”")
    let events = SafeText.counted(Int(clamping: recordCount), "event")
    let size = SafeText("\(byteCount.grouped) bytes")
    var lines: SafeText
    switch work {
    case .made: lines = "Backed up " + events + " to " + place + ", " + size + "."
    case .unchanged:
      lines = "The backup in " + place + " is up to date: it has all " + events + "."
    case .extended:
      lines =
        "Added " + .counted(Int(clamping: addedRecords), "event") + ", "
        + SafeText("\(addedBytes.grouped) bytes") + ", to the backup in " + place + ": it has "
        + events + "."
    case .madeAnew:
      lines =
        "Data was forgotten since, so the backup in " + place + " was re-created: " + events
        + ", " + size + ". The previous backup was removed."
    }
    lines += "\n"
    if addedBlobs > 0 {
      lines += .counted(addedBlobs, "picture was", "pictures were") + " copied.\n"
    }
    if !damaged.isEmpty { lines += "The backup contains damaged events as they are.\n" }
    return lines
  }
}

/// The answer of `backup`.
private struct BackupAnswer: AnswerObject {
  let directory: String
  let backup: Backup

  static let members = AnswerMembers<Self>(object: "backup") { backup in
    backup.member("directory") { $0.directory }
    backup.member("work", .choice(["made", "extended", "unchanged", "madeAnew"])) {
      $0.backup.work.rawValue
    }
    backup.member(
      "events",
      "the number of events in "
        + "the backup"
    ) { Int(clamping: $0.backup.recordCount) }
    backup.member("addedEvents") { Int(clamping: $0.backup.addedRecords) }
    backup.member("addedPictures") { $0.backup.addedBlobs }
    backup.member("addedBytes") { $0.backup.addedBytes }
    backup.member("bytes", "the size of the backup") { $0.backup.byteCount }
    backup.numbers("damaged", "events that are damaged") { $0.backup.damaged }
  }
}

extension BackupComparison {
  /// Returns the state of the backup and advice for the user.
  fileprivate func lines(_ directory: String, now: Timestamp) -> SafeText {
    let time = Timestamp(milliseconds: milliseconds)
    let head: SafeText =
      "The backup in " + SafeText("“\(directory)”") + " of "
      + SafeText(time.exactText()) + " has "
      + .counted(Int(clamping: recordCount), "event")
    var lines: [SafeText] = [
      head
        + (isSound
          ? ", all identical to those in the profile."
          : ", but not everything matches the "
            + "profile.")
    ]
    lines += faults
    if !onlyInBackup.isEmpty {
      lines.append(
        "Intact in the backup, but damaged in the profile: " + onlyInBackup.listed
          + ". Keep this backup as it is.")
    }
    if isBeforeForgetting {
      lines.append(
        "It still contains data that was forgotten since ("
          + .counted(forgottenRecords, "event") + "). “backup” re-creates it.")
    }
    if lackingRecords > 0 {
      lines.append(
        "It lacks the newest "
          + (lackingRecords == 1
            ? "event" : SafeText("\(Int(clamping: lackingRecords).grouped) events"))
          + (isBeforeForgetting ? "." : ": “backup” updates it."))
    }
    return lines.reduce("") { $0 + $1 + "\n" }
  }

  /// The problems of the backup.
  private var faults: [SafeText] {
    var faults: [SafeText] = []
    if !damaged.isEmpty { faults.append("Damaged in the backup: " + damaged.listed + ".") }
    if !damagedInBoth.isEmpty { faults.append("Damaged in both: " + damagedInBoth.listed + ".") }
    if !different.isEmpty {
      faults.append("Events that differ from the profile's: " + different.listed + ".")
    }
    if badBlobs > 0 {
      faults.append(.counted(badBlobs, "picture is", "pictures are") + " damaged or missing.")
    }
    if hasDamagedMetadata { faults.append("Its data about the profile itself is damaged.") }
    let isWorse = !damaged.isEmpty || !different.isEmpty || badBlobs > 0 || hasDamagedMetadata
    if isWorse { faults.append("Create a new backup in another directory, and check the disk.") }
    return faults
  }
}

/// The answer of `backup --verify`.
private struct ComparisonAnswer: AnswerObject {
  let directory: String
  let comparison: BackupComparison

  static let members = AnswerMembers<Self>(object: "backup") { backup in
    backup.member("directory") { $0.directory }
    backup.member("time", "when the backup was made") {
      Timestamp(milliseconds: $0.comparison.milliseconds)
    }
    backup.member("events") { Int(clamping: $0.comparison.recordCount) }
    backup.member("lackingEvents") { Int(clamping: $0.comparison.lackingRecords) }
    backup.member("isSound") { $0.comparison.isSound }
    backup.numbers("damaged", "events that are damaged in the backup") { $0.comparison.damaged }
    backup.numbers("damagedInBoth", "events that are damaged in both") {
      $0.comparison.damagedInBoth
    }
    backup.numbers("different", "events that differ from the profile's") {
      $0.comparison.different
    }
    backup.numbers("onlyInBackup", "events that are damaged in the profile") {
      $0.comparison.onlyInBackup
    }
    backup.member("badPictures") { $0.comparison.badBlobs }
    backup.member("damagedMetadata") { $0.comparison.hasDamagedMetadata }
    backup.member("isBeforeForgetting") { $0.comparison.isBeforeForgetting }
    backup.member("forgottenEvents", "events with text forgotten since") {
      $0.comparison.forgottenRecords
    }
  }
}

extension RecordRanges {
  /// The first of these events in the notation for users: `#3, #7–#9 and 12 more`.
  fileprivate var listed: SafeText {
    let shown = ranges.prefix(5).map(\.words)
    let left = count - ranges.prefix(5).reduce(0) { $0 + $1.count }
    return SafeText(
      shown.joined(separator: ", ") + (left > 0 ? " and \(left.grouped) more" : ""))
  }
}

extension FormerCopy {
  /// The message that is shown when the user first writes to a restored copy.
  package var sentence: SafeText {
    let count = SafeText.counted(Int(clamping: recordCount), "event")
    let copy: SafeText =
      milliseconds.map { milliseconds in
        "This profile was a backup made at "
          + SafeText(Timestamp(milliseconds: milliseconds).exactText()) + ", with " + count + "."
      } ?? ("This profile was restored to an older state, with " + count + ".")
    return copy + " From now on, it counts as a separate device."
  }
}
