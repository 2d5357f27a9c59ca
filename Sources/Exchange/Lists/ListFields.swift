internal import BrowserModel
internal import Notation

/// The members of a JSON object on one line.
struct ListFields {
  private let json: JSON

  init(_ json: JSON) { self.json = json }

  /// Returns the string in a member, or an empty string if the member is missing or null.
  func text(_ name: String) throws -> String {
    switch json[name] {
    case nil, .null: return ""
    case .string(let text): return text
    default: throw ExchangeError(.invalidRow, "its “\(name)” is not a string")
    }
  }

  /// Returns the strings in a member, or none if the member is missing or null.
  func texts(_ name: String) throws -> [String] {
    guard let member = json[name], member != .null else { return [] }
    guard case .array(let elements) = member else {
      throw ExchangeError(.invalidRow, "its “\(name)” is not a list of strings")
    }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else {
      throw ExchangeError(.invalidRow, "its “\(name)” is not a list of strings")
    }
    return texts
  }
}
