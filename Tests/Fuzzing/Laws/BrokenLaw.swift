import Exchange

/// Something that should hold of every input did not hold of one.
struct BrokenLaw: Error, CustomStringConvertible {
  let description: String
}
