internal import CNATS

/// The version of a server, such as 2.15.1.
struct ServerVersion: Comparable, CustomStringConvertible {
  let numbers: [Int]

  /// The oldest version that can be used. Servers with older versions lose acknowledged messages
  /// when they are cut off from each other.
  static let oldest = ServerVersion(numbers: [2, 10, 25])

  /// Parses a version. A suffix, as in `2.11.0-preview.2`, is ignored.
  init?(_ text: String) {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let numbers = digits.split(separator: ".").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    self.numbers = numbers
  }

  private init(numbers: [Int]) { self.numbers = numbers }

  var description: String { numbers.map(String.init).joined(separator: ".") }

  static func < (left: ServerVersion, right: ServerVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}
