internal import BrowserModel
internal import Notation

/// A bookmark or a visit, as one row of a table or as one line of JSON.
///
/// Both notations have the same fields. Reading a row that was written returns the same values.
protocol ListRow {
  /// The names of the columns, in order.
  static var columns: [String] { get }

  /// Creates a row from the cells of a table. The keys are the names of the columns. Columns may be
  /// missing.
  init(cells: [String: String]) throws

  /// Creates a row from a JSON object.
  init(_ fields: ListFields) throws

  /// The cells, in the order of ``columns``.
  var cells: [String] { get }

  /// Writes the fields as members of a JSON object.
  func write(to json: inout JSONWriter)
}

extension ListRow {
  /// Converts a text in ISO 8601 to milliseconds since 1970 UTC. Returns nil if the text is empty.
  static func milliseconds(_ text: String, _ name: String) throws -> Int64? {
    let text = text.trimmed
    if text.isEmpty { return nil }
    if let time = Timestamp(text, zone: .utc) { return time.milliseconds }
    let time = UnixTime.milliseconds(written: text)
    guard time > 0 else { throw ExchangeError(.invalidRow, "its “\(name)” is not a time") }
    return time
  }

  /// Returns the case with a name.
  static func named<Choice: CaseIterable>(
    _ text: String, _ name: String, or missing: Choice
  ) throws -> Choice {
    let text = text.trimmed
    if text.isEmpty { return missing }
    guard let choice = Choice.allCases.first(where: { "\($0)" == text }) else {
      let names = Choice.allCases.map { "\($0)" }.joined(separator: ", ")
      throw ExchangeError(.invalidRow, "its “\(name)” is not one of \(names)")
    }
    return choice
  }
}
