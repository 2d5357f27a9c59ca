internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The answer of `verify`.
struct VerificationAnswer {
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
    let damage = damage
    var answer =
      presentation.printsJSON
      ? Answer { json in
        json.object("verify") { json in
          json.member("profile", path)
          writeFindings(to: &json)
        }
      } : Answer(lines: lines(damage))
    answer.mayLackEvents = !damage.isEmpty
    return answer
  }

  // MARK: What is damaged

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
      cost: "What \(count == 1 ? "it" : "they") said is missing from every answer." + more,
      remedy: Self.recovering)
  }

  private var ofAge: Damage? {
    guard let noted = survey.olderThanNoted else { return nil }
    return Damage(
      kind: "older", count: Int(clamping: noted - survey.newest),
      ranges: [survey.newest + 1...noted],
      says: "The profile ends at event #\(survey.newest), but once reached #\(noted).",
      cost: "The newest events are missing, as after an older copy was put back.",
      remedy: "Put the newer copy back, if there is one; \(Self.recovering)")
  }

  private var ofHead: Damage? {
    guard let count = survey.faultCounts[.head] else { return nil }
    return Damage(
      kind: "head", count: count, says: "The head of the file is damaged.",
      cost: "The profile may not open, or show an older state.", remedy: Self.recovering)
  }

  private static let trees: [(part: LogFault.Part, name: String)] = [
    (.tables, "The list of tables"), (.events, "The tree of the events"),
    (.metadata, "The tree of the metadata"), (.blobs, "The tree of the pictures"),
    (.checkpoints, "The tree of the kept states"),
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
        cost: "Commands that read there may end with status 3, and writing may be refused.",
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
      cost: "The profile may not open, or be taken for another.", remedy: Self.recovering)
  }

  private var ofPictures: Damage? {
    guard !survey.damagedBlobs.isEmpty else { return nil }
    let count = survey.damagedBlobs.count
    return Damage(
      kind: "pictures", count: count,
      says: "\(SafeText.counted(count, "picture").text) of pages cannot be read.",
      cost: "Only \(count == 1 ? "that picture is" : "those pictures are") lost.",
      remedy: "A page that is captured again gets a new one.")
  }

  private var ofDerived: Damage? {
    guard let derived = verification.derived, !derived.isSound else { return nil }
    let states = derived.damagedStates.count + derived.wrongStates.count
    let pieces = derived.damagedPagePieces + derived.damagedWordPieces
    var parts: [String] = []
    if states > 0 { parts.append(SafeText.counted(states, "kept state").text) }
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
        : "Nothing: they are rebuilt when they are needed.",
      remedy: isWrong ? Self.recovering : "Nothing needs to be done.")
  }

  // MARK: For people

  private func lines(_ damage: [Damage]) -> SafeText {
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
    lines += "Whole: " + counts + ".\n"
    var told: Set<String> = []
    for damage in damage where told.insert(damage.remedy).inserted {
      lines += SafeText(damage.remedy) + "\n"
    }
    return lines
  }

  /// The intact data: `1,000,000 events, 12 pictures, 31 kept states, 14 pieces of the indexes`.
  private var counts: SafeText {
    var counts: [SafeText] = [.counted(Int(clamping: survey.wholeCount), "event")]
    if survey.blobCount > 0 { counts.append(.counted(survey.blobCount, "picture")) }
    if let derived = verification.derived {
      if derived.states > 0 { counts.append(.counted(derived.states, "kept state")) }
      let pieces = derived.pagePieces + derived.wordPieces
      if pieces > 0 {
        counts.append(.counted(pieces, "piece of the indexes", "pieces of the indexes"))
      }
    }
    return counts.joined(separator: ", ")
      + SafeText(" in \(Int(clamping: survey.pageCount).grouped) pages")
  }

  // MARK: For programs

  static let shape = JSONShape.thing(
    "verify", .object([.required("profile", .string)] + findings))

  /// The members that describe the profile's contents, without its path.
  static let findings: [JSONShape.Member] =
    [
      .required("quick", .boolean), .required("sound", .boolean), .required("events", .integer),
      .required("readable", .integer),
      .required("pictures", .integer), .required("pages", .integer),
      .required("freePages", .integer), .required("unusedPages", .integer),
      .required("fileBytes", .integer), .optional("keptStates", .integer),
      .optional("comparedStates", .integer), .optional("indexPieces", .integer),
      .required("lostBefore", .ranges, "events lost before a recovery"),
      .required(
        "damage",
        .array(
          .object([
            .required(
              "kind",
              .choice([
                "events", "older", "head", "freePages", "tree", "metadata", "pictures", "derived",
              ])),
            .required("count", .integer), .required("ranges", .ranges, "of events"),
            .required("says", .string, "a sentence"), .required("cost", .string, "what it costs"),
            .required("remedy", .string, "what to do about it"),
          ]))),
    ]

  /// Writes the members in ``findings``.
  func writeFindings(to json: inout JSONWriter) {
    let damage = damage
    json.member("quick", verification.derived == nil)
    json.member("sound", damage.isEmpty)
    json.member("events", Int(clamping: survey.newest))
    json.member("readable", Int(clamping: survey.wholeCount))
    json.member("pictures", survey.blobCount)
    json.member("pages", Int(clamping: survey.pageCount))
    json.member("freePages", Int(clamping: survey.freePageCount))
    json.member("unusedPages", Int(clamping: survey.unusedPageCount))
    json.member("fileBytes", survey.fileBytes)
    if let derived = verification.derived {
      json.member("keptStates", derived.states)
      json.member("comparedStates", derived.comparedStates)
      json.member("indexPieces", derived.pagePieces + derived.wordPieces)
    }
    json.array("lostBefore") { $0.ranges(survey.knownLost) }
    json.array("damage") { json in
      for damage in damage {
        json.object { json in
          json.member("kind", damage.kind)
          json.member("count", damage.count)
          json.array("ranges") { $0.ranges(damage.ranges) }
          json.member("says", damage.says)
          json.member("cost", damage.cost)
          json.member("remedy", damage.remedy)
        }
      }
    }
  }
}

extension JSONShape {
  /// The shape of the output of ``JSONWriter/ranges(_:)``: the first and the last number of each
  /// range.
  static let ranges = JSONShape.array(.array(.integer))
}

extension JSONWriter {
  /// Ranges as pairs, at most a thousand.
  mutating func ranges(_ ranges: [ClosedRange<UInt64>]) {
    for range in ranges.prefix(1_000) {
      array { json in
        json.value(Int(clamping: range.lowerBound))
        json.value(Int(clamping: range.upperBound))
      }
    }
  }
}

extension LogFault {
  /// A description of the damage, for the user.
  fileprivate var words: String {
    let place = page.map { "page \($0)" } ?? "it"
    return switch reason {
    case .cutOff: "\(place) is cut off"
    case .notThePage: "\(place) is not the page that belongs there"
    case .malformed: "\(place) is not laid out as it should be"
    case .outOfOrder: "\(place) is out of order"
    case .usedTwice: "\(place) is used twice"
    case .miscounted: "\(place) does not have as many entries as are counted"
    case .missing: "\(place) is missing"
    }
  }
}
