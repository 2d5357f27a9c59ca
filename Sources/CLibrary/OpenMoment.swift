internal import CRetrace
internal import Platform
internal import Retrace

/// A moment of a store.
final class OpenMoment {
  /// Nil once it is closed, for a session keeps the profile open. The store's lock guards it.
  var session: Session?
  let store: OpenStore

  init(_ session: Session, of store: OpenStore) {
    self.session = session
    self.store = store
  }
}
