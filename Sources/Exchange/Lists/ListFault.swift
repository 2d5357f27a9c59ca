internal import BrowserModel
internal import Notation

/// A fault of a row, as the end of a sentence: “it has no time”.
struct ListFault: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
