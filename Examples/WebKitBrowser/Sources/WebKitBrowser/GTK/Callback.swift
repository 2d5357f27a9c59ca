/// A closure that is passed through C as a pointer.
nonisolated final class Callback<Body> {
  private let body: Body
  private init(_ body: Body) { self.body = body }

  /// Returns a pointer to a closure, which exists until ``release(_:)``.
  static func pointer(_ body: Body) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(Callback(body)).toOpaque()
  }

  static func body(_ pointer: UnsafeMutableRawPointer?) -> Body {
    Unmanaged<Callback>.fromOpaque(pointer!).takeUnretainedValue().body
  }

  static func release(_ pointer: UnsafeMutableRawPointer?) {
    Unmanaged<Callback>.fromOpaque(pointer!).release()
  }
}
