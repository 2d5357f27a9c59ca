/// An error that ends the program.
struct BenchError: Error {
  let message: String
  /// Whether the arguments are invalid, which makes the exit status 2.
  let isUsage: Bool

  init(_ message: String, isUsage: Bool = false) {
    self.message = message
    self.isUsage = isUsage
  }
}
