internal import CRetrace
internal import Platform
internal import Retrace

/// What a handle stands for.
enum Handled {
  case store(OpenStore)
  case moment(OpenMoment)

  /// The store that it is, or is of.
  var store: OpenStore {
    switch self {
    case .store(let store): store
    case .moment(let moment): moment.store
    }
  }
}
