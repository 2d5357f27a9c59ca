internal import BrowserModel
internal import CommandKit

/// The part of a list that a program requests.
package struct ListPage: Hashable, Sendable {
  /// The number of rows before the part.
  package var offset: Int
  /// The maximum number of rows, or nil for all remaining rows.
  package var limit: Int?

  package init(offset: Int = 0, limit: Int? = nil) {
    self.offset = offset
    self.limit = limit
  }

  /// Returns the rows of the part.
  func rows<Row>(of all: [Row]) -> [Row] {
    let rest = all.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }
}

extension CommandContext {
  /// Returns a list as JSON, or the part that a program requests.
  /// - Parameters:
  ///   - rows: All rows.
  ///   - answers: Returns the answers of the rows of the part.
  func answer<Row, Value: AnswerValue>(
    listing rows: [Row], _ members: AnswerMembers<[Value]>, _ answers: ([Row]) -> [Value]
  ) -> Answer {
    guard let page else { return Answer(json: answers(rows), members) }
    var answer = Answer(json: answers(page.rows(of: rows)), members)
    answer.rowCount = rows.count
    return answer
  }
}
