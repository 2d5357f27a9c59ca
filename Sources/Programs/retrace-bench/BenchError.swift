/// An error that ends the program.
struct BenchError: Error {
  let message: String
  /// Whether the program was called wrongly, which ends it with status 2.
  let isUsage: Bool

  init(_ message: String, isUsage: Bool = false) {
    self.message = message
    self.isUsage = isUsage
  }
}
