internal import BrowserModel

/// Reads the history of Chrome as Google Takeout gives it out.
enum TakeoutHistory {
  /// Whether a document is such a file.
  static func isOne(_ json: JSON) -> Bool { json["Browser History"] != nil }

  static func read(_ json: JSON, _ take: (Imported) throws -> Void) throws {
    let visits = json["Browser History"]?.elements ?? []
    try take(.announced(visits.count))
    // The newest stand first; a log has them in the order in which they happened.
    for visit in visits.reversed() {
      guard let url = visit["url"]?.string, let time = visit["time_usec"]?.integer else {
        try take(.problem("A visit is left out, because it has no address or no time."))
        continue
      }
      guard let transition = transition(visit["page_transition"]?.string) else { continue }
      try take(
        .visit(
          ImportedVisit(
            url, title: visit["title"]?.string ?? "", transition: transition,
            milliseconds: time / 1_000)))
    }
  }

  /// Nil for what was shown in a frame.
  private static func transition(_ name: String?) -> Transition? {
    switch name {
    case "TYPED": .typed
    case "AUTO_BOOKMARK": .bookmark
    case "AUTO_SUBFRAME", "MANUAL_SUBFRAME": nil
    case "GENERATED", "KEYWORD_GENERATED": .generated
    case "START_PAGE", "AUTO_TOPLEVEL": .startPage
    case "FORM_SUBMIT": .formSubmit
    case "RELOAD": .reload
    case "KEYWORD": .keyword
    default: .link
    }
  }
}
