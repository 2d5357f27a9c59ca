/// URLs as a browser meets them, each decided by a number alone.
struct TypicalURL {
  /// How a URL is written, and how many in a hundred are.
  enum Kind: String, CaseIterable {
    /// Serialised already, as links and stored URLs mostly are.
    case page, query, search, resource, fragment, percent
    /// What a parser has to change.
    case host, text, spaces, capitals, dots, port, address, domain
    /// Schemes with a path of one piece, and files.
    case other

    var share: Int {
      switch self {
      case .page: 26
      case .query: 16
      case .search: 8
      case .resource: 12
      case .fragment: 5
      case .percent: 6
      case .host: 6
      case .text: 4
      case .spaces: 2
      case .capitals: 2
      case .dots: 2
      case .port: 3
      case .address: 2
      case .domain: 2
      case .other: 4
      }
    }
  }

  let kind: Kind
  let text: String

  /// The URL with a number, of any kind.
  init(_ number: Int) {
    var random = SplitMix64(seed: UInt64(number))
    self.init(Kind(hundredth: random.below(100)), number)
  }

  /// The URL of one kind with a number.
  init(_ kind: Kind, _ number: Int) {
    self.kind = kind
    var writer = URLWriter(number)
    writer.write(kind)
    text = writer.text
  }
}

extension TypicalURL.Kind {
  fileprivate init(hundredth: Int) {
    var rest = hundredth
    self =
      Self.allCases.first {
        rest -= $0.share
        return rest < 0
      } ?? .page
  }
}

/// Writes one URL.
private struct URLWriter {
  private(set) var text = ""
  private var random: SplitMix64

  private static let words = [
    "news", "mail", "shop", "wiki", "maps", "docs", "photo", "music", "video", "forum", "travel",
    "garden", "kitchen", "weather", "science", "history", "library", "network", "station",
  ]
  private static let domains = [".com", ".org", ".co.uk", ".de", ".example", ".io"]
  private static let keys = ["id", "page", "lang", "ref", "utm_source", "sort", "v", "session"]

  init(_ number: Int) { random = SplitMix64(seed: UInt64(number) &* 0x3D1 &+ 7) }

  mutating func write(_ kind: TypicalURL.Kind) {
    switch kind {
    case .page: text = origin + path
    case .query: text = origin + path + query
    case .search: text = origin + "/search?q=\(word)+\(word)+\(word)&hl=en&source=hp"
    case .resource: text = origin + "/static/\(word)/\(hexadecimal)/\(word).min.js?v=\(number)"
    case .fragment: text = origin + path + "#\(word)-\(number)"
    case .percent: text = origin + "/wiki/%C3%9Cber_\(word)_%28\(word)%29"
    case .host: text = origin
    case .text: text = origin + "/wiki/Übersicht_\(word)?q=東京+\(word)"
    case .spaces: text = origin + "/my \(word)/\(word) \(number).pdf?title=\"\(word)\""
    case .capitals: text = "HTTPS://WWW.\(word).Example.COM" + path
    case .dots: text = origin + path + "/../\(word)/./\(number)"
    case .port: text = "http://localhost:\(1_024 + number % 60_000)" + path + query
    case .address: text = "http://192.168.\(number % 256).\(number % 256)" + path
    case .domain: text = "https://\(word)-münchen.example" + path
    case .other: writeOther()
    }
  }

  private mutating func writeOther() {
    switch random.below(4) {
    case 0: text = "mailto:\(word)@\(word).example"
    case 1: text = "data:image/png;base64,iVBORw0KGgo" + hexadecimal + hexadecimal
    case 2: text = "about:\(word)"
    default: text = "file:///home/\(word)/\(word)-\(number).html"
    }
  }

  private var word: String { mutating get { Self.words[random.below(Self.words.count)] } }
  private var number: Int { mutating get { random.skewed(below: 1 << 20) } }
  private var hexadecimal: String { mutating get { String(random.next(), radix: 16) } }

  private var origin: String {
    mutating get {
      let start = random.below(10) == 0 ? "http://" : "https://"
      let host = random.below(2) == 0 ? "www.\(word)" : "\(word).\(word)"
      return start + host + "\(number % 1_000)" + Self.domains[random.below(Self.domains.count)]
    }
  }

  private var path: String {
    mutating get {
      var path = ""
      for _ in 0...random.below(4) { path += "/\(word)-\(number)" }
      return path
    }
  }

  private var query: String {
    mutating get {
      var query = "?"
      for _ in 0...random.below(4) {
        if query.utf8.count > 1 { query += "&" }
        query += Self.keys[random.below(Self.keys.count)] + "=\(word)\(number)"
      }
      return query
    }
  }
}

/// What people type in address fields, made up: hosts, addresses, words, and the odd slip.
struct TypicalTyping {
  let text: String

  /// The number chooses the form and the names in it.
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

/// A random generator of 64 bits of state: the same numbers for the same seed, everywhere.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// A number of 0 to `limit - 1`.
  mutating func below(_ limit: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// A number of 0 to `limit - 1`, small ones far more often: the cube of an even one.
  mutating func skewed(below limit: Int) -> Int {
    let even = Double(next() >> 11) / Double(UInt64(1) << 53)
    return min(Int(even * even * even * Double(limit)), limit - 1)
  }

  /// Numbers that look random and are always the same for one number.
  static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
