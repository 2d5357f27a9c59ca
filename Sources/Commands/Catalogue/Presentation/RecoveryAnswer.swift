internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The answer of `recover`.
struct RecoveryAnswer: AnswerObject {
  private let recovered: RecoveredProfile
  private let presentation: CommandContext.Presentation
  /// The maximum number of ranges of lost events listed individually.
  private static let listedLosses = 10

  init(_ recovered: RecoveredProfile, in presentation: CommandContext.Presentation) {
    self.recovered = recovered
    self.presentation = presentation
  }

  private var salvage: Salvage { recovered.salvage }

  var answer: Answer {
    var answer = presentation.printsJSON ? Answer(json: self) : Answer(lines: lines)
    answer.mayLackEvents = !salvage.isComplete
    return answer
  }

  // MARK: For people

  private var lines: SafeText {
    var lines = summary + "\n"
    for loss in recovered.losses.prefix(Self.listedLosses) { lines += self.lines(of: loss) }
    let rest = salvage.lost.without(salvage.knownLost).count - Self.listedLosses
    if rest > 0 {
      lines += "… and " + .counted(rest, "other range", "other ranges")
      lines += " of lost events; “retrace -p DIR --json verify” lists all.\n"
    }
    for line in otherLosses { lines += line + "\n" }
    lines += SafeText("Continue with: retrace -p \(salvage.directory.quoted)\n")
    return lines
  }

  /// `1,234 of 1,271 events were recovered, with 12 pictures, in “/home/a/saved”.`
  private var summary: SafeText {
    let pictures: SafeText =
      salvage.blobCount > 0 ? ", with " + .counted(salvage.blobCount, "picture") : ""
    let events: SafeText =
      salvage.lost.isEmpty
      ? (salvage.newest == 1
        ? "The only event" : SafeText("All \(Int(clamping: salvage.newest).grouped) events"))
      : SafeText(
        "\(Int(clamping: salvage.recoveredCount).grouped) of "
          + "\(Int(clamping: salvage.newest).grouped) events"
      )
    return events + (salvage.recoveredCount == 1 ? " was" : " were") + " recovered" + pictures
      + SafeText(", in “\(salvage.directory)”.")
  }

  private func lines(of loss: RecoveredProfile.Loss) -> SafeText {
    var line = presentation.style.apply(.red, to: "Lost") + ": " + SafeText([loss.events].words)
    switch (loss.after.map(Self.time), loss.before.map(Self.time)) {
    case (let after?, let before?): line += SafeText(", written between \(after) and \(before)")
    case (let after?, nil): line += SafeText(", written after \(after)")
    case (nil, let before?): line += SafeText(", written before \(before)")
    case (nil, nil): break
    }
    line += "\n"
    for tab in loss.tabs {
      line += SafeText("  tab #\(tab.tab.rawValue)")
      if tab.wasOpenedThere { line += ", which was opened there" }
      if !tab.url.isEmpty { line += SafeText(": \(tab.url)") }
      line += "\n"
    }
    return line
  }

  private static func time(_ milliseconds: Int64) -> String {
    Timestamp(milliseconds: milliseconds).exactText()
  }

  private var otherLosses: [SafeText] {
    var lines: [SafeText] = []
    if let noted = salvage.olderThanNoted {
      lines.append(
        SafeText("The profile once reached event #\(noted). The newest events were not found."))
    }
    if !salvage.lostBlobs.isEmpty {
      lines.append(.counted(salvage.lostBlobs.count, "picture is", "pictures are") + " lost.")
    }
    if !salvage.lostMetadata.isEmpty {
      let keys = salvage.lostMetadata.joined(separator: ", ")
      lines.append(
        SafeText("Metadata that could not be read was rebuilt or left out: \(keys)."))
    }
    if !salvage.knownLost.isEmpty {
      lines.append(
        .counted(Int(clamping: salvage.knownLost.numberCount), "event was", "events were")
          + " lost before an earlier recovery.")
    }
    return lines
  }

  // MARK: For programs

  static let members = AnswerMembers<Self>(object: "recover") { recover in
    recover.member("profile", "the new profile") { $0.salvage.directory }
    recover.member("events") { Int(clamping: $0.salvage.newest) }
    recover.member("recovered") { Int(clamping: $0.salvage.recoveredCount) }
    recover.optional("noted", "the newest event that the profile once had, if it is lost") {
      $0.salvage.olderThanNoted.map { Int(clamping: $0) }
    }
    recover.member("pictures") { $0.salvage.blobCount }
    recover.member("lostPictures") { $0.salvage.lostBlobs.count }
    recover.member("lostMetadata") { $0.salvage.lostMetadata }
    recover.member("lostBefore", "events lost before an earlier recovery") {
      $0.salvage.knownLost.asPairs
    }
    recover.member("lostCount") {
      Int(clamping: $0.salvage.lost.without($0.salvage.knownLost).numberCount)
    }
    recover.list("lost") {
      $0.recovered.losses
    } of: { loss in
      loss.member("from", "the first event") { Int(clamping: $0.events.lowerBound) }
      loss.member("to", "the last event") { Int(clamping: $0.events.upperBound) }
      loss.optional("after", .time) { $0.after.map(time) }
      loss.optional("before", .time) { $0.before.map(time) }
      loss.list("tabs", "the tabs that the events may be about") {
        $0.tabs
      } of: { tab in
        tab.member("id") { $0.tab }
        tab.member("openedThere") { $0.wasOpenedThere }
        tab.optional("url") { $0.url.isEmpty ? nil : $0.url }
      }
    }
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var quoted: String {
    let plain = utf8.allSatisfy { byte in
      byte > 0x7F || UInt8(ascii: "-")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
    }
    return plain
      ? self
      : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }
}
