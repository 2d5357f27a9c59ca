internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The answer of `verify`.
struct VerificationAnswer: AnswerObject {
  private let verification: Verification
  private let path: String
  private let presentation: CommandContext.Presentation

  /// One kind of damage, for users and programs.
  struct Damage {
    let kind: String
    let count: Int
    var ranges: [ClosedRange<UInt64>] = []
    /// The damaged data.
    let says: String
    /// The consequence.
    let cost: String
    /// The action to take.
    let remedy: String
  }

  init(_ verification: Verification, path: String, in presentation: CommandContext.Presentation) {
    self.verification = verification
    self.path = path
    self.presentation = presentation
  }

  private var survey: LogSurvey { verification.survey }

  var answer: Answer {
    var answer = presentation.printsJSON ? Answer(json: self) : Answer(lines: lines)
    answer.mayLackEvents = !damage.isEmpty
    return answer
  }

  // MARK: Damage

  private static let recovering = "“recover DIR” saves what can be read into a new profile."

  private var damage: [Damage] {
    [ofEvents, ofAge, ofHead].compactMap { $0 } + ofTrees
      + [ofFreePages, ofMetadata, ofPictures, ofDerived].compactMap { $0 }
  }

  private var ofEvents: Damage? {
    guard !survey.lost.isEmpty else { return nil }
    let count = Int(clamping: survey.lost.numberCount)
    let events = SafeText.counted(count, "event").text
    let isTreeDamaged = survey.faultCounts[.events] != nil || survey.faultCounts[.tables] != nil
    // The file can contain records that nothing refers to any more.
    let more =
      isTreeDamaged ? " Some may still be found by “recover”." : ""
    return Damage(
      kind: "events", count: count, ranges: survey.lost,
      says: "\(events) cannot be read: \(survey.lost.words).",
      cost: "The content of \(count == 1 ? "this event" : "these events") is missing from every "
        + "answer." + more,
      remedy: Self.recovering)
  }

  private var ofAge: Damage? {
    guard let noted = survey.olderThanNoted else { return nil }
    return Damage(
      kind: "older", count: Int(clamping: noted - survey.newest),
      ranges: [survey.newest + 1...noted],
      says: "The profile ends at event #\(survey.newest), but once reached #\(noted).",
      cost: "The newest events are missing, which happens if an older copy was restored.",
      remedy: "Restore the newer copy, if there is one; \(Self.recovering)")
  }

  private var ofHead: Damage? {
    guard let count = survey.faultCounts[.head] else { return nil }
    return Damage(
      kind: "head", count: count, says: "The head of the file is damaged.",
      cost: "The profile may not open, or may show an older state.", remedy: Self.recovering)
  }

  private static let trees: [(part: LogFault.Part, name: String)] = [
    (.tables, "The list of tables"), (.events, "The tree of the events"),
    (.metadata, "The tree of the metadata"), (.blobs, "The tree of the pictures"),
    (.checkpoints, "The tree of the stored states"),
  ]

  private var ofTrees: [Damage] {
    Self.trees.compactMap { part, name in
      guard let count = survey.faultCounts[part] else { return nil }
      let faults = survey.faults.filter { $0.part == part }.prefix(3).map(\.words)
      let more = count > 3 ? ", …" : ""
      let places = count == 1 ? "one place" : "\(count.grouped) places"
      return Damage(
        kind: "tree", count: count,
        says: "\(name) is damaged in \(places): \(faults.joined(separator: ", "))\(more).",
        cost: "Commands that read this tree may exit with status 3, and writing may fail.",
        remedy: Self.recovering)
    }
  }

  private var ofFreePages: Damage? {
    guard let count = survey.faultCounts[.freePages] else { return nil }
    return Damage(
      kind: "freePages", count: count, says: "The list of free pages is damaged.",
      cost: "Nothing is lost; the next action that writes discards the list.",
      remedy: "“compact” frees the space.")
  }

  private var ofMetadata: Damage? {
    guard !survey.damagedMetadata.isEmpty else { return nil }
    return Damage(
      kind: "metadata", count: survey.damagedMetadata.count,
      says: "The metadata is damaged: \(survey.damagedMetadata.joined(separator: ", ")).",
      cost: "The profile may not open, or may be mistaken for "
        + "another profile.", remedy: Self.recovering)
  }

  private var ofPictures: Damage? {
    guard !survey.damagedBlobs.isEmpty else { return nil }
    let count = survey.damagedBlobs.count
    return Damage(
      kind: "pictures", count: count,
      says: "\(SafeText.counted(count, "picture").text) of pages cannot be read.",
      cost: "Only \(count == 1 ? "that picture is" : "those pictures are") lost.",
      remedy: "A page gets a new picture when it is captured again.")
  }

  private var ofDerived: Damage? {
    guard let derived = verification.derived, !derived.isSound else { return nil }
    let states = derived.damagedStates.count + derived.wrongStates.count
    let pieces = derived.damagedPagePieces + derived.damagedWordPieces
    var parts: [String] = []
    if states > 0 { parts.append(SafeText.counted(states, "stored state").text) }
    if pieces > 0 {
      parts.append(
        SafeText.counted(pieces, "piece of the indexes", "pieces of the indexes").text)
    }
    let isWrong = !derived.wrongStates.isEmpty
    return Damage(
      kind: "derived", count: states + pieces,
      says: "\(parts.joined(separator: " and ")) "
        + "\(isWrong ? "do not agree with the events" : "cannot be read").",
      cost: isWrong
        ? "Answers may be wrong until they are rebuilt; no event is lost."
        : "Nothing is lost: they are rebuilt when needed.",
      remedy: isWrong ? Self.recovering : "Nothing needs to be done.")
  }

  // MARK: For people

  private var lines: SafeText {
    let damage = damage
    var lines: SafeText = ""
    if damage.isEmpty {
      lines += presentation.style.apply(.green, to: "Sound") + ": " + counts + ".\n"
    }
    for damage in damage {
      lines +=
        presentation.style.apply(.red, to: "Damaged") + ": " + SafeText(damage.says) + "\n"
      lines += "  " + SafeText(damage.cost) + "\n"
    }
    if !survey.knownLost.isEmpty {
      lines +=
        .counted(Int(clamping: survey.knownLost.numberCount), "event was", "events were")
        + SafeText(" lost before this profile was recovered: \(survey.knownLost.words).\n")
    }
    guard !damage.isEmpty else { return lines }
    lines += "Intact: " + counts + ".\n"
    var told: Set<String> = []
    for damage in damage where told.insert(damage.remedy).inserted {
      lines += SafeText(damage.remedy) + "\n"
    }
    return lines
  }

  /// A summary of the intact data: `1,000,000 events, 12 pictures, 31 stored states, 14 pieces of
  /// the indexes`.
  private var counts: SafeText {
    var counts: [SafeText] = [.counted(Int(clamping: survey.wholeCount), "event")]
    if survey.blobCount > 0 { counts.append(.counted(survey.blobCount, "picture")) }
    if let derived = verification.derived {
      if derived.states > 0 { counts.append(.counted(derived.states, "stored state")) }
      let pieces = derived.pagePieces + derived.wordPieces
      if pieces > 0 {
        counts.append(.counted(pieces, "piece of the indexes", "pieces of the indexes"))
      }
    }
    return counts.joined(separator: ", ")
      + SafeText(" in \(Int(clamping: survey.pageCount).grouped) pages")
  }

  // MARK: For programs

  static let members = AnswerMembers<Self>(object: "verify") { verify in
    verify.member("profile") { $0.path }
    verify.all(findings) { $0 }
  }

  /// The members about the profile's contents, without its path.
  static let findings = AnswerMembers<Self> { verify in
    verify.member("quick") { $0.verification.derived == nil }
    verify.member("sound") { $0.damage.isEmpty }
    verify.member("events") { Int(clamping: $0.survey.newest) }
    verify.member("readable") { Int(clamping: $0.survey.wholeCount) }
    verify.member("pictures") { $0.survey.blobCount }
    verify.member("pages") { Int(clamping: $0.survey.pageCount) }
    verify.member("freePages") { Int(clamping: $0.survey.freePageCount) }
    verify.member("unusedPages") { Int(clamping: $0.survey.unusedPageCount) }
    verify.member("fileBytes") { $0.survey.fileBytes }
    verify.optional("keptStates") { $0.verification.derived?.states }
    verify.optional("comparedStates") { $0.verification.derived?.comparedStates }
    verify.optional("indexPieces") {
      $0.verification.derived.map { $0.pagePieces + $0.wordPieces }
    }
    verify.member("lostBefore", "events lost before a recovery") {
      $0.survey.knownLost.asPairs
    }
    verify.list("damage") {
      $0.damage
    } of: { damage in
      damage.member(
        "kind",
        .choice([
          "events", "older", "head", "freePages", "tree", "metadata", "pictures", "derived",
        ])
      ) { $0.kind }
      damage.member("count") { $0.count }
      damage.member("ranges", "the ranges of damaged events") { $0.ranges.asPairs }
      damage.member("says", "the damage, as a sentence") { $0.says }
      damage.member("cost", "the consequence, as a sentence") { $0.cost }
      damage.member("remedy", "the recommended action, as a sentence") { $0.remedy }
    }
  }
}

extension [ClosedRange<UInt64>] {
  /// The first and the last number of each range, for at most a thousand ranges.
  var asPairs: [[Int]] {
    prefix(1_000).map { [Int(clamping: $0.lowerBound), Int(clamping: $0.upperBound)] }
  }
}

extension LogFault {
  /// A description of the damage, for the user.
  fileprivate var words: String {
    let place = page.map { "page \($0)" } ?? "it"
    return switch reason {
    case .cutOff: "\(place) is cut off"
    case .notThePage: "\(place) is not the expected page"
    case .malformed: "\(place) has an invalid layout"
    case .outOfOrder: "\(place) is out of order"
    case .usedTwice: "\(place) is used twice"
    case .miscounted: "\(place) has a different number of entries than was recorded"
    case .missing: "\(place) is missing"
    }
  }
}
