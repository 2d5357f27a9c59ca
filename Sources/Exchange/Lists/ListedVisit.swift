internal import BrowserModel
internal import Notation

/// A visit in a list.
struct ListedVisit: ListRow {
  var visit: PortableVisit

  static let columns = ["time", "transition", "url", "title"]

  init(_ visit: PortableVisit) { self.visit = visit }

  init(cells: [String: String]) throws {
    try self.init(
      time: cells["time"] ?? "", transition: cells["transition"] ?? "",
      url: CellEscape.text(of: cells["url"] ?? ""), title: CellEscape.text(of: cells["title"] ?? "")
    )
  }

  init(_ fields: ListFields) throws {
    try self.init(
      time: try fields.text("time"), transition: try fields.text("transition"),
      url: try fields.text("url"), title: try fields.text("title"))
  }

  private init(
    time: String, transition: String, url: String, title: String
  ) throws {
    guard !url.trimmed.isEmpty else { throw ExchangeError(.invalidRow, "it has no address") }
    guard let milliseconds = try Self.milliseconds(time, "time") else {
      throw ExchangeError(.invalidRow, "it has no time")
    }
    visit = PortableVisit(
      url, title: title, transition: try Self.named(transition, "transition", or: .link),
      milliseconds: milliseconds)
  }

  var cells: [String] {
    [
      Timestamp(milliseconds: visit.milliseconds).description, "\(visit.transition)",
      CellEscape.written(visit.url), CellEscape.written(visit.title),
    ]
  }

  func write(to json: inout JSONWriter) {
    json.member("time", Timestamp(milliseconds: visit.milliseconds))
    json.member("transition", "\(visit.transition)")
    json.member("url", visit.url)
    json.member("title", visit.title)
  }
}
