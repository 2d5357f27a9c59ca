internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation

/// The part of a list, and the members of its rows, that a request asks for.
struct RequestedRows {
  /// The part of the list, or nil for the complete list.
  let page: ListPage?
  /// The moment at which the list began, if the request continues a list.
  let moment: Point?
  private let fields: Set<String>?
  private let rows: ListedRows?

  init(_ request: Request, of declaration: CommandDeclaration) throws {
    let isPaged = ServedMethod.isPaged(declaration)
    let hasOwnLimit = ServedMethod.limitedLists.contains(declaration.name)
    var page: ListPage? = hasOwnLimit ? ListPage() : nil
    var moment: Point?
    if isPaged, !hasOwnLimit, let value = request["limit"] {
      guard let limit = value.id, limit > 0 else {
        throw CommandError(.badArguments, "“limit” must be a whole number of 1 or more.")
      }
      page = ListPage(limit: Int(limit))
    }
    if isPaged, let value = request["after"] {
      let parts = value.string?.split(separator: ":").compactMap { Int64($0) } ?? []
      guard parts.count == 2, parts[0] >= 0, let offset = Int(exactly: parts[1]), offset > 0 else {
        throw CommandError(
          .badArguments, "“after” must be the “next” of the previous part of the list.")
      }
      guard request["at"] == nil else {
        throw CommandError(.badArguments, "“after” and “at” cannot be combined.")
      }
      page = ListPage(offset: offset, limit: page?.limit)
      moment = parts[0] == 0 ? .start : .event(parts[0])
    }
    (self.page, self.moment) = (page, moment)
    guard declaration.effect == .reads, let value = request["fields"] else {
      (rows, fields) = (nil, nil)
      return
    }
    guard let rows = ListedRows(declaration) else {
      throw CommandError(
        .badArguments, "The answer of “\(declaration.name)” has no rows to which “fields” applies.")
    }
    self.rows = rows
    fields = try Self.fields(value, of: rows)
  }

  private static func fields(_ value: JSON, of rows: ListedRows) throws -> Set<String> {
    let names = value.elements.compactMap(\.string)
    guard !names.isEmpty, names.count == value.elements.count else {
      throw CommandError(.badArguments, "“fields” must be a list of names.")
    }
    for name in names where !rows.fields.contains(name) {
      throw CommandError(
        .badArguments,
        "The rows have no member “\(name)”. They have \(rows.fields.joined(separator: ", ")).")
    }
    return Set(names)
  }

  /// Returns the answer with only the requested members of each row, and with the members of a part.
  /// - Parameter newest: The newest event of the state in the answer.
  func document(_ answer: Answer, newest: EventID) throws -> JSONWriter {
    var text = answer.output.text
    if text.isEmpty { text = "{}" }
    if let fields, let rows { text = try selected(fields, of: rows, in: text) }
    guard let part = answer.part, part.total != nil || part.next != nil,
      text.last == "\n" || text.last == "}"
    else { return JSONWriter(document: text) }
    let next = part.next.map { "\(newest.rawValue):\($0)" }
    let added = ServedMethod.page.document((part.total, next)).text
    let object = text.last == "\n" ? text.dropLast() : text[...]
    return JSONWriter(document: object.dropLast() + "," + added.dropFirst())
  }

  private func selected(
    _ fields: Set<String>, of rows: ListedRows, in text: String
  ) throws -> String {
    let document = try JSONParser.parse(Array(text.utf8))
    return JSONWriter.object { json in
      for (name, value) in document.members {
        guard name == rows.member else {
          json.member(name, value)
          continue
        }
        json.array(name) { json in
          for row in value.elements {
            json.object { json in
              for (name, value) in row.members where fields.contains(name) {
                json.member(name, value)
              }
            }
          }
        }
      }
    }.text
  }
}
