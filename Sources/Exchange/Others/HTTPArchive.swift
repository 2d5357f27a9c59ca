internal import BrowserModel
internal import Notation

/// Reads the pages of an HTTP archive (HAR 1.2). Each page becomes a visit to the final address of
/// its first request.
enum HTTPArchive {
  /// Whether a document is an HTTP archive.
  static func isOne(_ json: JSON) -> Bool { json["log"]?["entries"] != nil }

  static func read(_ json: JSON, _ emit: (PortableItem) throws -> Void) throws {
    let log = json["log"] ?? .null
    var requests: [String: [JSON]] = [:]
    for entry in log["entries"]?.elements ?? [] {
      requests[entry["pageref"]?.string ?? "", default: []].append(entry)
    }
    for page in log["pages"]?.elements ?? [] {
      let name = page["id"]?.string ?? ""
      guard let (url, redirects) = address(requests[name] ?? []) else {
        try emit(.problem("The page “\(name.shortened)” has no request."))
        continue
      }
      if redirects > 0 { try emit(.leftOut(.redirects, redirects)) }
      let title = page["title"]?.string ?? ""
      try emit(
        .visit(
          PortableVisit(
            url, title: title == url ? "" : title, transition: .link,
            milliseconds: UnixTime.milliseconds(
              written: page["startedDateTime"]?.string ?? ""))))
    }
  }

  /// Returns the final address of the first request, and the number of redirects. Each redirect is
  /// followed by another request.
  private static func address(_ entries: [JSON]) -> (url: String, redirects: Int)? {
    for (place, entry) in entries.enumerated() {
      let next = entry["response"]?["redirectURL"]?.string ?? ""
      guard next.isEmpty || place == entries.count - 1 else { continue }
      return entry["request"]?["url"]?.string.map { ($0, place) }
    }
    return nil
  }
}
