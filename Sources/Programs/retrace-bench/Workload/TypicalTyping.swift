/// Generated text as typed in address fields: hosts, addresses, search terms, and occasional typos.
struct TypicalTyping {
  let text: String

  /// Creates the text for a number, which determines its form and the names that it contains.
  init(_ number: Int) {
    let name = "name\(number % 997)"
    switch number % 20 {
    case 0, 1: text = "\(name).com"
    case 2: text = "www.\(name).co.uk/path?q=a b"
    case 3: text = "en.\(name).org/wiki/Event_sourcing"
    case 4, 5: text = name
    case 6, 7, 8: text = "what is \(name)"
    case 9, 10: text = "https://\(name).com/a/b?c=\(number)#d"
    case 11: text = "localhost:\(number % 65_536)"
    case 12: text = "192.168.1.\(number % 256)/admin"
    case 13: text = "me@\(name).com"
    case 14: text = "notes\(number).txt"
    case 15: text = "münchen\(number % 997).de"
    case 16: text = "htp://\(name).com"
    case 17: text = "site:\(name).com words"
    case 18: text = "東京 \(number)"
    default: text = "/home/me/\(name).html"
    }
  }
}
