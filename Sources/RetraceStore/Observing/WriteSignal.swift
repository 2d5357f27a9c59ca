internal import Synchronization

/// Wakes one task when something may have been written. A signal that is raised while no task waits
/// is stored.
final class WriteSignal: Sendable {
  private enum State {
    case quiet
    case raised
    case awaited(CheckedContinuation<Void, Never>)
  }

  private let state = Mutex(State.quiet)

  /// Wakes the waiting task, or the next task that waits.
  func raise() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard case .awaited(let waiting) = state else {
        state = .raised
        return nil
      }
      state = .quiet
      return waiting
    }
    waiting?.resume()
  }

  /// Waits until the signal is raised, or the task is cancelled.
  func wait(isolation actor: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        let isRaised = state.withLock { state in
          guard case .raised = state else {
            state = .awaited(waiting)
            return false
          }
          state = .quiet
          return true
        }
        if isRaised { waiting.resume() }
      }
    } onCancel: {
      raise()
    }
  }
}
