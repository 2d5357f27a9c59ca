package import BrowserModel
package import CommandKit
package import Notation

extension EventReference {
  package static var shape: JSONShape { .integer }

  /// Writes the number of the event.
  package func write(to json: inout JSONWriter) { json.value(rawValue) }
}

extension EventID: AnswerValue {}
extension TypedID: AnswerValue {}
