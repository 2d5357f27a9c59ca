import BenchFloor

/// Where results go that only had to be worked out.
enum Unneeded {
  @inline(never) static func take<Value>(_ value: Value) {}
}
