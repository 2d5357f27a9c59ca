internal import Synchronization

/// A weak reference to a signal, which is released with its waiter.
struct WeakSignal {
  weak var signal: WriteSignal?
}
