import BenchFloor

/// Consumes results, so that the compiler does not remove their computation.
enum Blackhole {
  @inline(never) static func consume<Value>(_ value: Value) {}
}
