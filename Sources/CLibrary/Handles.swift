internal import CRetrace
internal import Catalogue
internal import Platform
internal import RetraceSessions
internal import Server

/// The handles of this process. A number is never reused, so a closed or invalid handle is always
/// detected.
final class Handles: @unchecked Sendable {
  static let all = Handles()

  private let lock = ConditionLock()
  private var handled: [retrace_handle: Handled] = [:]
  /// The newest handle. Its initial value is random, so that an arbitrary number does not match a
  /// handle. A `double` can represent all handles exactly.
  private var newest = retrace_handle.random(in: 1 << 32..<1 << 52)

  /// Returns the object that a handle identifies.
  subscript(handle: retrace_handle) -> Handled {
    get throws {
      guard let found = lock.locked({ handled[handle] }) else { throw CommandError.badHandle }
      return found
    }
  }

  /// Returns the store that a handle identifies. Throws for the handle of a moment, because the
  /// past cannot be changed.
  func store(_ handle: retrace_handle) throws -> OpenStore {
    guard case .store(let store) = try self[handle] else {
      throw CommandError(
        .badHandle,
        "This is the handle of a moment, but the function requires the handle of a store.")
    }
    return store
  }

  func add(_ new: Handled) -> retrace_handle {
    lock.locked {
      newest += 1
      handled[newest] = new
      return newest
    }
  }

  /// Closes a handle. For a store, also closes the handles of its moments and the profile.
  func close(_ handle: retrace_handle) throws {
    let found = try self[handle]
    // A moment stays in the table until it has released its session, so that closing its store at
    // the same time finds it there.
    if case .moment(let moment) = found { moment.store.locked { moment.session = nil } }
    guard lock.locked({ handled.removeValue(forKey: handle) }) != nil else {
      throw CommandError.badHandle
    }
    guard case .store(let store) = found else { return }
    store.close()
    // After closing, no moment can be added any more.
    let moments = lock.locked { () -> [OpenMoment] in
      let moments = handled.compactMap { handle, other -> (retrace_handle, OpenMoment)? in
        guard case .moment(let moment) = other, moment.store === store else { return nil }
        return (handle, moment)
      }
      for (handle, _) in moments { handled[handle] = nil }
      return moments.map(\.1)
    }
    store.locked { for moment in moments { moment.session = nil } }
  }
}
