internal import BrowserModel
internal import CommandKit

/// The part of a list that a program requests.
package struct ListPage: Hashable, Sendable {
  /// The number of rows before the part. In `log`, the event before which the part ends, or 0 for
  /// the newest events.
  package var offset: Int
  /// The maximum number of rows, or nil for all remaining rows.
  package var limit: Int?

  package init(offset: Int = 0, limit: Int? = nil) {
    self.offset = offset
    self.limit = limit
  }

  /// The part of a list that an answer contains.
  package struct Answered {
    /// The number of rows of the complete list, if the answer has no such member of its own.
    package var total: Int?
    /// The ``ListPage/offset`` of the next part, or nil if the list ends.
    package var next: Int?
  }

  /// Returns the rows of the part.
  func rows<Row>(of all: [Row]) -> [Row] {
    let rest = all.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }
}

extension CommandContext {
  /// The number of rows of a list that earlier parts contained.
  var offset: Int { page?.offset ?? 0 }

  /// Returns an answer as a part of a list, if a program reads the list in parts.
  /// - Parameter next: The offset of the next part, or nil if the list ends.
  func part(_ answer: Answer, next: Int?) -> Answer {
    guard page != nil else { return answer }
    var answer = answer
    answer.part = ListPage.Answered(next: next)
    return answer
  }

  /// Returns a list as JSON, or the part that a program requests.
  /// - Parameters:
  ///   - rows: All rows.
  ///   - answers: Returns the answers of the rows of the part.
  func answer<Row, Value: AnswerValue>(
    listing rows: [Row], _ members: AnswerMembers<[Value]>, _ answers: ([Row]) -> [Value]
  ) -> Answer {
    guard let page else { return Answer(json: answers(rows), members) }
    var answer = Answer(json: answers(page.rows(of: rows)), members)
    let end = page.offset + (page.limit ?? rows.count)
    answer.part = ListPage.Answered(total: rows.count, next: end < rows.count ? end : nil)
    return answer
  }
}
