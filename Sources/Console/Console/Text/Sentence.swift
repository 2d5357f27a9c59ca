extension String {
  /// With a capital and a full stop.
  var sentence: String { capitalized + "." }

  /// With a capital.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }

  /// A sentence as a part of a longer one: without its capital and its full stop.
  ///
  /// A word in capitals, such as URL, stays as it is.
  var clause: String {
    var text = self[...]
    if text.last == "." { text.removeLast() }
    guard let first = text.first, let second = text.dropFirst().first,
      second.isLowercase || second == " "
    else { return String(text) }
    return first.lowercased() + text.dropFirst()
  }
}
