/// Typical URLs in a browser, each determined by a number.
struct TypicalURL {
  /// The kinds of URLs. Each kind has a percentage.
  enum Kind: String, CaseIterable {
    /// URLs that are already serialised, like most links and stored URLs.
    case page, query, search, resource, fragment, percent
    /// URLs that a parser must change.
    case host, text, spaces, capitals, dots, port, address, domain
    /// URLs with an opaque path, and file URLs.
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

  /// Creates the URL of any kind that is determined by a number.
  init(_ number: Int) {
    var random = SplitMix64(seed: UInt64(number))
    self.init(Kind(hundredth: random.below(100)), number)
  }

  /// Creates the URL of one kind that is determined by a number.
  init(_ kind: Kind, _ number: Int) {
    self.kind = kind
    var writer = URLWriter(number)
    writer.write(kind)
    text = writer.text
  }
}

extension TypicalURL.Kind {
  init(hundredth: Int) {
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
