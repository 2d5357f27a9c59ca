internal import BrowserModel
internal import CommandKit

extension Reference {
  /// The number in the reference, which is typed with or without `#`. It is 0 if the reference is
  /// not a single number.
  var number: Int64 {
    switch self {
    case .position(let position): Int64(position)
    case .id(let id): id
    case .place, .words: 0
    }
  }

  /// The event with the number, or nil if no event can have this number.
  var sequence: EventID? { EventID(id: number) }
}
