internal import BrowserModel
internal import CommandKit

extension Reference {
  /// The number, with or without its `#`; 0 if the text is not a single number.
  var number: Int64 {
    switch self {
    case .position(let position): Int64(position)
    case .id(let id): id
    case .place, .words: 0
    }
  }

  /// A position in the log, with or without its `#`.
  var sequence: EventID? { EventID(id: number) }
}
