internal import BrowserModel
internal import Notation

/// A fault of one row, as the end of a sentence: “it has no time”.
struct ListFault: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
