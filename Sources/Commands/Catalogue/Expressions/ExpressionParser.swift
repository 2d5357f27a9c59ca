internal import BrowserModel
internal import CommandKit

/// Parses an expression from left to right.
struct ExpressionParser {
  /// The words that a condition can begin with.
  static let subjects = Set(
    ["tab", "url", "title", "zoom"] + Condition.Countable.allCases.map(\.rawValue))

  private static let joints: Set<String> = ["and", "or", "not"]

  /// The words that have a meaning in expressions.
  static var words: [String] { subjects.sorted() + joints.sorted() }

  /// The maximum nesting depth of `not` and parentheses.
  private static let deepest = 100
  /// The maximum number of words in all conditions together.
  static let maximumWords = 64

  private var lexer: ExpressionLexer
  private var token: ExpressionToken
  private var conditions: [Condition] = []
  private var wordCount = 0

  /// - Throws: ``CommandError`` with the column of the error.
  static func parse(_ expression: String) throws -> Expression {
    var parser = try ExpressionParser(expression)
    let root = try parser.disjunction(depth: 0)
    guard parser.token.kind == .end else {
      throw parser.unexpected("“and”, “or” or the end")
    }
    return Expression(parser.conditions, root)
  }

  private init(_ expression: String) throws {
    lexer = ExpressionLexer(expression)
    token = try lexer.next()
  }

  // MARK: Joining

  private mutating func disjunction(depth: Int) throws -> Expression.Node {
    var nodes = [try conjunction(depth: depth)]
    while try consume("or") { nodes.append(try conjunction(depth: depth)) }
    return nodes.count == 1 ? nodes[0] : .any(nodes)
  }

  private mutating func conjunction(depth: Int) throws -> Expression.Node {
    var nodes = [try negation(depth: depth)]
    while try consume("and") { nodes.append(try negation(depth: depth)) }
    return nodes.count == 1 ? nodes[0] : .all(nodes)
  }

  private mutating func negation(depth: Int) throws -> Expression.Node {
    guard depth < Self.deepest else { throw unexpected("fewer nested parentheses") }
    if try consume("not") { return .not(try negation(depth: depth + 1)) }
    guard token.kind == .open else { return try condition() }
    try advance()
    let inner = try disjunction(depth: depth + 1)
    guard token.kind == .close else { throw unexpected("“and”, “or” or “)”") }
    try advance()
    return inner
  }

  // MARK: Conditions

  private mutating func condition() throws -> Expression.Node {
    guard case .word(let subject) = token.kind, Self.subjects.contains(subject) else {
      throw noCondition()
    }
    try advance()
    conditions.append(try condition(on: subject))
    return .condition(conditions.count - 1)
  }

  private mutating func condition(on subject: String) throws -> Condition {
    switch subject {
    case "tab":
      if let id = try consumeID() { return .open(TabID(id)) }
      return .tab(try words("words (tab rust) or an id (tab #4711)"))
    case "url":
      try parseHas()
      return .url(try words("words of a URL"))
    case "title":
      try parseHas()
      return .title(try words("words of a title"))
    case "zoom": return try zoom()
    default:
      if subject == "closed", let id = try consumeID() { return .closed(id) }
      guard let countable = Condition.Countable(rawValue: subject) else { throw noCondition() }
      let comparison = try parseComparison(
        or: subject == "closed" ? "an id (closed #4711) or a comparison" : "a comparison")
      return .count(countable, comparison, try number())
    }
  }

  private mutating func zoom() throws -> Condition {
    let host: String
    switch token.kind {
    case .word(let word), .quoted(let word): host = word.lowercased()
    default: throw unexpected("a host (zoom example.com > 100) or “default”")
    }
    try advance()
    let comparison = try parseComparison(or: "a comparison")
    let hundredths = try number(isPercent: true) * 100
    return host == "default"
      ? .defaultZoom(comparison, hundredths: hundredths)
      : .zoom(host: host, comparison, hundredths: hundredths)
  }

  private mutating func words(_ expected: String) throws -> [String] {
    var words: [String] = []
    while let word = wordHere {
      wordCount += 1
      guard wordCount <= Self.maximumWords else {
        throw unexpected("at most \(Self.maximumWords) words to look for")
      }
      words.append(word)
      try advance()
    }
    guard !words.isEmpty else { throw unexpected(expected) }
    return words
  }

  private var wordHere: String? {
    switch token.kind {
    case .word(let word): Self.joints.contains(word) ? nil : word
    case .quoted(let text): text
    default: nil
    }
  }

  private mutating func number(isPercent: Bool = false) throws -> Int {
    guard case .word(let word) = token.kind else { throw unexpected("a number") }
    let digits = isPercent && word.hasSuffix("%") ? word.dropLast() : word[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let number = Int32(digits)
    else { throw unexpected("a number") }
    try advance()
    // Both `100 %` and `100%` are accepted.
    if isPercent, case .word("%") = token.kind { try advance() }
    return Int(number)
  }

  // MARK: Tokens

  private mutating func advance() throws { token = try lexer.next() }

  private mutating func consume(_ word: String) throws -> Bool {
    guard token.kind == .word(word) else { return false }
    try advance()
    return true
  }

  private mutating func consumeID() throws -> EventID? {
    guard case .id(let id) = token.kind else { return nil }
    guard let sequence = EventID(id: id) else { throw unexpected("a valid id") }
    try advance()
    return sequence
  }

  private mutating func parseHas() throws {
    guard token.kind == .has else { throw unexpected("“~” and words") }
    try advance()
  }

  private mutating func parseComparison(
    or expected: String
  ) throws -> Condition.Comparison {
    guard case .comparison(let comparison) = token.kind else {
      throw unexpected("\(expected) (<, <=, =, !=, >=, >)")
    }
    try advance()
    return comparison
  }

  private func unexpected(_ expected: String) -> CommandError {
    lexer.error(
      at: token.offset, expected: expected, found: token.kind == .end ? nil : token.text)
  }

  private func noCondition() -> CommandError {
    let subjects = Self.subjects.sorted()
    let nearest = token.kind == .end ? nil : Nearest.name(to: token.text, among: subjects)
    return unexpected(
      nearest.map { "“\($0)”" }
        ?? "a condition (" + subjects.joined(separator: ", ") + ")")
  }
}
