import CWebKitGTK

/// C has two kinds of pointers to its objects, those whose struct is public and those whose is not.
/// Both are one here, so that an object can be passed wherever GTK takes it.
protocol ObjectPointer {
  nonisolated var raw: UnsafeMutableRawPointer { get }
}

extension ObjectPointer {
  nonisolated func cast<T>(_: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: T.self)
  }
  nonisolated var opaque: OpaquePointer { OpaquePointer(raw) }
}
