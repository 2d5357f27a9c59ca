internal import CRetrace
internal import Platform
internal import RetraceSessions

/// The object that a handle identifies.
enum Handled {
  case store(OpenStore)
  case moment(OpenMoment)

  /// The store, or the store to which the moment belongs.
  var store: OpenStore {
    switch self {
    case .store(let store): store
    case .moment(let moment): moment.store
    }
  }
}
