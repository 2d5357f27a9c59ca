import CWebKitGTK

/// The arguments of a signal. They are counted from 0, without the object that sent the signal. The
/// handler must know their types.
struct Signal: @unchecked Sendable {
  nonisolated(unsafe) let values: UnsafePointer<GValue>

  func pointer(_ place: Int = 0) -> OpaquePointer {
    OpaquePointer(g_value_peek_pointer(values + place + 1)!)
  }
  func text(_ place: Int = 0) -> String { string(g_value_get_string(values + place + 1)) }
  func real(_ place: Int = 0) -> Double { g_value_get_double(values + place + 1) }
  /// Returns an integer or enumeration argument.
  func number(_ place: Int = 0) -> Int {
    var number = GValue()
    g_value_init(&number, ObjectType.int64)
    g_value_transform(values + place + 1, &number)
    return Int(g_value_get_int64(&number))
  }
}
