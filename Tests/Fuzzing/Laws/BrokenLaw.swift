import Exchange

/// An input that violates a law.
struct BrokenLaw: Error, CustomStringConvertible {
  let description: String
}
