internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The answer of `recover`.
struct RecoveryAnswer {
  private let recovered: RecoveredProfile
  private let presentation: CommandContext.Presentation
  /// The maximum number of ranges of lost events listed individually.
  private static let toldLosses = 10

  init(_ recovered: RecoveredProfile, in presentation: CommandContext.Presentation) {
    self.recovered = recovered
    self.presentation = presentation
  }

  private var salvage: Salvage { recovered.salvage }

  var answer: Answer {
    var answer = presentation.printsJSON ? Answer { write(to: &$0) } : Answer(lines: lines)
    answer.mayLackEvents = !salvage.isComplete
    return answer
  }

  // MARK: For people

  private var lines: SafeText {
    var lines = summary + "\n"
    for loss in recovered.losses.prefix(Self.toldLosses) { lines += self.lines(of: loss) }
    let rest = salvage.lost.without(salvage.knownLost).count - Self.toldLosses
    if rest > 0 {
      lines += "… and " + .counted(rest, "other stretch", "other stretches")
      lines += " of lost events; “retrace -p DIR --json verify” names all.\n"
    }
    for line in otherLosses { lines += line + "\n" }
    lines += SafeText("Go on with: retrace -p \(salvage.directory.quoted)\n")
    return lines
  }

  /// `1,234 of 1,271 events came back, with 12 pictures, in “/home/a/saved”.`
  private var summary: SafeText {
    let pictures: SafeText =
      salvage.blobCount > 0 ? ", with " + .counted(salvage.blobCount, "picture") : ""
    let events: SafeText =
      salvage.lost.isEmpty
      ? (salvage.newest == 1
        ? "The event" : SafeText("All \(Int(clamping: salvage.newest).grouped) events"))
      : SafeText(
        "\(Int(clamping: salvage.recoveredCount).grouped) of "
          + "\(Int(clamping: salvage.newest).grouped) events"
      )
    return events + " came back" + pictures + SafeText(", in “\(salvage.directory)”.")
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
        SafeText("The profile once reached event #\(noted); the newest were not found."))
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
          + " lost already.")
    }
    return lines
  }

  // MARK: For programs

  static let shape = JSONShape.thing(
    "recover",
    .object([
      .required("profile", .string, "the new one"), .required("events", .integer),
      .required("recovered", .integer), .required("pictures", .integer),
      .required("lostPictures", .integer), .required("lostMetadata", .array(.string)),
      .required("lostBefore", .ranges, "events lost before an earlier recovery"),
      .required("lostCount", .integer),
      .required(
        "lost",
        .array(
          .object([
            .required("from", .integer, "the first event"),
            .required("to", .integer, "the last one"),
            .optional("after", .time), .optional("before", .time),
            .required(
              "tabs",
              .array(
                .object([
                  .required("id", .integer), .required("openedThere", .boolean),
                  .optional("url", .string),
                ])), "what they may be about"),
          ]))),
    ]))

  private func write(to json: inout JSONWriter) {
    json.object("recover") { json in
      json.member("profile", salvage.directory)
      json.member("events", Int(clamping: salvage.newest))
      json.member("recovered", Int(clamping: salvage.recoveredCount))
      json.member("pictures", salvage.blobCount)
      json.member("lostPictures", salvage.lostBlobs.count)
      json.array("lostMetadata", of: salvage.lostMetadata)
      json.array("lostBefore") { $0.ranges(salvage.knownLost) }
      json.member("lostCount", Int(clamping: salvage.lost.without(salvage.knownLost).numberCount))
      json.array("lost") { json in
        for loss in recovered.losses { write(loss, to: &json) }
      }
    }
  }

  private func write(_ loss: RecoveredProfile.Loss, to json: inout JSONWriter) {
    json.object { json in
      json.member("from", Int(clamping: loss.events.lowerBound))
      json.member("to", Int(clamping: loss.events.upperBound))
      if let after = loss.after { json.member("after", Self.time(after)) }
      if let before = loss.before { json.member("before", Self.time(before)) }
      json.array("tabs") { json in
        for tab in loss.tabs {
          json.object { json in
            json.member("id", tab.tab.rawValue)
            json.member("openedThere", tab.wasOpenedThere)
            if !tab.url.isEmpty { json.member("url", tab.url) }
          }
        }
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
