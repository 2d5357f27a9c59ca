import CommandKit

/// A call that makes no sense, in words for a person.
struct BadCall: Error {
  let message: String

  init(message: String) { self.message = message }

  init(unknown kind: String, _ word: String, among names: [String]) {
    let nearest = Nearest.name(to: word, among: names).map { " Did you mean \($0)?" } ?? ""
    message = "There is no \(kind) \"\(word)\".\(nearest)"
  }
}
