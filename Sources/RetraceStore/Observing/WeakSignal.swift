internal import Synchronization

/// A signal that goes away with whoever waits for it.
struct WeakSignal {
  weak var signal: WriteSignal?
}
