package import Notation

/// An answer, or an object that is part of an answer, described by the list of its members.
///
/// The list is the source of the JSON, of `help json` and of the JSON Schema:
///
/// ```swift
/// struct Found: AnswerObject {
///   let id: Int
///   let title: String?
///
///   static let members = AnswerMembers<Self> { found in
///     found.member("id", "as in “#4711”") { $0.id }
///     found.optional("title") { $0.title }
///   }
/// }
/// ```
package protocol AnswerObject: AnswerValue {
  /// The members in the order in which they are written.
  static var members: AnswerMembers<Self> { get }
}

extension AnswerObject {
  package static var shape: JSONShape { members.shape }

  package func write(to json: inout JSONWriter) {
    json.object { Self.members.write(self, to: &$0) }
  }
}
