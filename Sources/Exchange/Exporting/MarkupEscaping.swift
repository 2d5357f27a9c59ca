extension String {
  /// As it stands in text and attributes of HTML and XML. Characters that XML has no place for go.
  var markup: String {
    var escaped = ""
    escaped.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\0"..<" ": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
