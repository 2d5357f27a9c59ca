internal import BrowserModel

/// Reads the pages of an HTTP archive (HAR 1.2): each is a visit of the address that its first request
/// was led to.
enum HTTPArchive {
  /// Whether a document is such an archive.
  static func isOne(_ json: JSON) -> Bool { json["log"]?["entries"] != nil }

  static func read(_ json: JSON, _ take: (Imported) throws -> Void) throws {
    let log = json["log"] ?? .null
    var requests: [String: [JSON]] = [:]
    for entry in log["entries"]?.elements ?? [] {
      requests[entry["pageref"]?.string ?? "", default: []].append(entry)
    }
    for page in log["pages"]?.elements ?? [] {
      let name = page["id"]?.string ?? ""
      guard let url = address(requests[name] ?? []) else {
        try take(.problem("The page “\(name.shortened)” has no request."))
        continue
      }
      let title = page["title"]?.string ?? ""
      try take(
        .visit(
          ImportedVisit(
            url, title: title == url ? "" : title, transition: .link,
            milliseconds: UnixTime.milliseconds(
              written: page["startedDateTime"]?.string ?? ""))))
    }
  }

  /// Where the first request leads: each redirect is followed by a request of its own.
  private static func address(_ entries: [JSON]) -> String? {
    var url: String?
    for entry in entries {
      url = entry["request"]?["url"]?.string
      guard let next = entry["response"]?["redirectURL"]?.string, !next.isEmpty else { return url }
    }
    return url
  }
}
