import BenchFloor

/// Consumes results, so that the compiler does not remove their computation.
enum Unneeded {
  @inline(never) static func take<Value>(_ value: Value) {}
}
