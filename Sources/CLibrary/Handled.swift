internal import CRetrace
internal import Platform
internal import Retrace

/// The object of a handle.
enum Handled {
  case store(OpenStore)
  case moment(OpenMoment)

  /// The store, or the store of the moment.
  var store: OpenStore {
    switch self {
    case .store(let store): store
    case .moment(let moment): moment.store
    }
  }
}
