import BenchFloor

/// Consumes results, so that the compiler does not remove the computation of the results.
enum Blackhole {
  @inline(never) static func consume<Value>(_ value: Value) {}
}
