import BrowserModel
import TestSupport

/// A recorded trace of a tab's history: the steps, and the state that the browser reported after
/// each step.
struct NavigationTrace: Decodable {
  let trace: Int
  let steps: [Step]

  struct Step: Decodable {
    let `do`: Deed
    let history: History
  }

  struct Deed: Decodable {
    let kind: String
    let url: String?
    let to: String?
    let path: String?
    let fragment: String?
    let by: Int?
  }

  struct History: Decodable, Equatable, CustomStringConvertible {
    let index: Int
    let entries: [Entry]

    struct Entry: Decodable, Equatable {
      let url: String
      let title: String
    }

    var description: String {
      entries.enumerated().map { position, entry in
        "\(position == index ? "▸" : " ")\(entry.url) “\(entry.title)”"
      }.joined(separator: "\n")
    }
  }
}
