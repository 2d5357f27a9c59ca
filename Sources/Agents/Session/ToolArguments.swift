internal import BrowserModel
internal import Notation

/// The arguments of a tool call, checked against the parameters of the tool.
struct ToolArguments {
  let tool: AgentTool
  private let values: [(name: String, value: JSON)]

  init(_ tool: AgentTool, _ value: JSON?) throws(ToolFault) {
    self.tool = tool
    switch value {
    case nil, .null: values = []
    case .object(let members): values = members.filter { $0.value != .null }
    default: throw ToolFault("The arguments of “\(tool.name)” must be an object.")
    }
    let parameters = tool.allParameters
    for (name, _) in values where !parameters.contains(where: { $0.name == name }) {
      throw ToolFault(
        "“\(tool.name)” has no parameter “\(QuotedText.cut(name, 40))”. It has "
          + parameters.map { "“\($0.name)”" }.joined(separator: ", ") + ".")
    }
    for parameter in parameters where parameter.isRequired && self[parameter.name] == nil {
      throw ToolFault("“\(tool.name)” requires “\(parameter.name)”.")
    }
  }

  /// The value of a parameter, or nil if it was not passed.
  subscript(name: String) -> JSON? { values.first { $0.name == name }?.value }

  /// Whether a parameter was passed.
  func has(_ name: String) -> Bool { self[name] != nil }

  // MARK: Ids

  /// Returns the id in a parameter, or nil if it was not passed.
  func id(_ name: String) throws(ToolFault) -> Int64? {
    guard let value = self[name] else { return nil }
    if case .array(let elements) = value, elements.count == 1 {
      return try Self.id(elements[0], name)
    }
    return try Self.id(value, name)
  }

  /// Returns the id in a required parameter.
  func requiredID(_ name: String) throws(ToolFault) -> Int64 {
    guard let id = try id(name) else {
      throw ToolFault("“\(tool.name)” requires “\(name)”.")
    }
    return id
  }

  /// Returns the ids in a parameter, each once, or nil if it was not passed.
  func ids(_ name: String) throws(ToolFault) -> [Int64]? {
    guard let value = self[name] else { return nil }
    guard case .array(let elements) = value else { return [try Self.id(value, name)] }
    guard !elements.isEmpty else {
      throw ToolFault(
        "“\(name)” is an empty list, so nothing was done. Pass at least one id.")
    }
    guard elements.count <= Self.mostIDs else {
      throw ToolFault("“\(name)” can have at most \(Self.mostIDs) ids. Send several calls.")
    }
    var ids: [Int64] = []
    var known: Set<Int64> = []
    for element in elements {
      let id = try Self.id(element, name)
      if known.insert(id).inserted { ids.append(id) }
    }
    return ids
  }

  private static let mostIDs = 1_000

  /// Returns the id that a value means: `7`, `"7"` and `"#7"` are the same id.
  private static func id(_ value: JSON, _ name: String) throws(ToolFault) -> Int64 {
    var number = value.whole
    if case .string(let text) = value {
      let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
      if digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { number = Int64(digits) }
    }
    guard let number, number > 0, number <= Int64(Int32.max) else {
      throw ToolFault(
        "“\(name)” must be an id, which is a whole number such as 7, as listed by the tools that "
          + "read. It is not a position and not a name.")
    }
    return number
  }

  // MARK: Other values

  /// Returns the text in a parameter, or nil if it was not passed.
  func text(_ name: String) throws(ToolFault) -> String? {
    switch self[name] {
    case nil: nil
    case .string(let text): text
    case .integer(let number): "\(number)"
    default: throw ToolFault("“\(name)” must be a string.")
    }
  }

  /// Returns the text in a required parameter.
  func requiredText(_ name: String) throws(ToolFault) -> String {
    guard let text = try text(name), !text.isEmpty else {
      throw ToolFault("“\(name)” must be a string that is not empty.")
    }
    return text
  }

  /// Returns one of the allowed strings, or nil if the parameter was not passed.
  func choice(_ name: String) throws(ToolFault) -> String? {
    guard let text = try text(name) else { return nil }
    guard case .choice(let names) = tool.allParameters.first(where: { $0.name == name })?.kind,
      names.contains(text)
    else { throw wrongChoice(name) }
    return text
  }

  /// Returns some of the allowed strings, or an empty array if the parameter was not passed.
  func choices(_ name: String) throws(ToolFault) -> [String] {
    guard let value = self[name] else { return [] }
    let elements = if case .array(let elements) = value { elements } else { [value] }
    guard case .choices(let names) = tool.allParameters.first(where: { $0.name == name })?.kind,
      !elements.isEmpty
    else { throw wrongChoice(name) }
    var chosen: [String] = []
    for element in elements {
      guard let text = element.string, names.contains(text) else { throw wrongChoice(name) }
      chosen.append(text)
    }
    return chosen
  }

  private func wrongChoice(_ name: String) -> ToolFault {
    let names: [String] =
      switch tool.allParameters.first(where: { $0.name == name })?.kind {
      case .choice(let names), .choices(let names): names
      default: []
      }
    return ToolFault(
      "“\(name)” must be " + names.map { "“\($0)”" }.joined(separator: " or ") + ".")
  }

  /// Returns a Boolean, or nil if the parameter was not passed.
  func flag(_ name: String) throws(ToolFault) -> Bool? {
    switch self[name] {
    case nil: return nil
    case .bool(let value): return value
    case .string("true"): return true
    case .string("false"): return false
    default: throw ToolFault("“\(name)” must be true or false.")
    }
  }

  /// Returns a whole number, or nil if the parameter was not passed.
  func count(_ name: String) throws(ToolFault) -> Int? {
    guard let value = self[name] else { return nil }
    var number = value.whole
    if case .string(let text) = value { number = Int64(text) }
    guard let number, abs(number) <= 1_000_000_000 else {
      throw ToolFault("“\(name)” must be a whole number.")
    }
    return Int(number)
  }

  /// The largest number of rows in an answer, whatever the agent asks for.
  static let largestLimit = 200

  /// Returns the maximum number of rows that the agent asks for.
  func limit() throws(ToolFault) -> Int {
    guard let limit = try count("limit") else { return 50 }
    guard limit > 0 else { throw ToolFault("“limit” must be 1 to \(Self.largestLimit).") }
    return min(limit, Self.largestLimit)
  }

  /// Returns the moment in a parameter: the number of an event, or text. Nil if it was not passed.
  func moment(_ name: String) throws(ToolFault) -> JSON? {
    switch self[name] {
    case nil: return nil
    case .integer(let number)? where number >= 0: return .integer(number)
    case .string(let text)? where !text.isEmpty && text.utf8.count <= 100:
      if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) {
        return .integer(number)
      }
      return .string(text)
    default:
      throw ToolFault(
        "“\(name)” must be the number of an event, or text such as \"2h ago\", \"today\", or the "
          + "name of a mark or a branch.")
    }
  }

  /// The description of the request, for a key that is used again.
  var description: String {
    let sorted = values.filter { $0.name != "key" && $0.name != "ifAt" }.sorted {
      $0.name < $1.name
    }
    return tool.name + String(decoding: JSON.object(sorted).bytes, as: UTF8.self)
  }
}
