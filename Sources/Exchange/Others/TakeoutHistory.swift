internal import BrowserModel
internal import Notation

/// Reads the history of Chrome as Google Takeout gives it out.
///
/// It may have millions of visits, so it is read one by one: in memory are the file's bytes, and of each visit
/// where it stands.
enum TakeoutHistory {
  private static let member = "Browser History"

  /// Whether a document is such a file.
  static func isOne(_ json: JSON) -> Bool { json[member] != nil }

  /// Whether a text begins like such a file.
  static func isOne(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.dropFirst()
    return start.drop { $0.isWhitespace }.hasPrefix("\"\(member)\"")
  }

  static func read(_ path: String, _ take: (PortableItem) throws -> Void) throws {
    let bytes = try JSONFile.bytes(path)
    do {
      let places = try JSONParser.places(ofElementsIn: member, bytes) ?? []
      try take(.announced(places.count))
      // The newest stand first; a log has them in the order in which they happened.
      for place in places.reversed() { try read(JSONParser.parse(bytes[place]), take) }
    } catch let fault as JSONParser.Fault {
      throw JSONFile.failure(fault, path)
    }
  }

  private static func read(_ visit: JSON, _ take: (PortableItem) throws -> Void) throws {
    guard let url = visit["url"]?.string, let time = visit["time_usec"]?.integer else {
      return try take(.problem("A visit is left out, because it has no address or no time."))
    }
    guard let transition = transition(visit["page_transition"]?.string) else {
      return try take(.leftOut(.frames, 1))
    }
    try take(
      .visit(
        PortableVisit(
          url, title: visit["title"]?.string ?? "", transition: transition,
          milliseconds: time / 1_000)))
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
