/// The common prefix of strings.
enum CommonPrefix {
  /// Returns the longest common prefix, without splitting characters.
  ///
  /// - Complexity: O(length of all texts).
  static func of(_ texts: [String]) -> String {
    guard var shared = texts.first.map({ $0[...] }) else { return "" }
    for text in texts.dropFirst() {
      var common = shared.startIndex
      for (mine, other) in zip(shared.indices, text) {
        guard shared[mine] == other else { break }
        common = shared.index(after: mine)
      }
      shared = shared[..<common]
    }
    return String(shared)
  }
}
