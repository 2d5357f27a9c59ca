import CWebKitGTK

/// A pointer to a C object. Swift imports pointers to public and to opaque structs as different
/// types. This protocol combines both, so that an object can be passed to any GTK function.
protocol ObjectPointer {
  nonisolated var raw: UnsafeMutableRawPointer { get }
}

extension ObjectPointer {
  nonisolated func cast<T>(_: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: T.self)
  }
  nonisolated var opaque: OpaquePointer { OpaquePointer(raw) }
}
