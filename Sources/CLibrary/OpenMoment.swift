internal import CRetrace
internal import Platform
internal import RetraceSessions

/// A moment of a store that a call has opened.
final class OpenMoment {
  /// The session, or nil after closing. It is released because a session keeps the profile open.
  /// Guarded by the store's lock.
  var session: Session?
  let store: OpenStore

  init(_ session: Session, of store: OpenStore) {
    self.session = session
    self.store = store
  }
}
