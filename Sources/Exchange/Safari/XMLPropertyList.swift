internal import Notation

/// A property list in XML.
struct XMLPropertyList {
  private var reader: MarkupReader

  init(_ bytes: [UInt8]) { reader = MarkupReader(bytes) }

  mutating func root() throws -> JSON {
    while let token = reader.next() {
      if case .open(let tag) = token, tag.name != "plist" { return try value(tag, 0) }
    }
    throw PropertyList.damage
  }

  private mutating func value(
    _ tag: MarkupReader.Tag, _ depth: Int
  ) throws -> JSON {
    guard depth < PropertyList.deepest else { throw PropertyList.damage }
    switch tag.name {
    case "dict": return try dictionary(tag, depth)
    case "array": return try array(tag, depth)
    case "true", "false":
      _ = try text(tag)
      return .bool(tag.name == "true")
    case "string": return .string(try text(tag))
    case "integer": return Int64(try text(tag).trimmed).map(JSON.integer) ?? .null
    case "real": return Double(try text(tag).trimmed).map(JSON.number) ?? .null
    case "data": return .string(try text(tag).filter { !$0.isWhitespace })
    case "date": return .integer(UnixTime.milliseconds(written: try text(tag).trimmed))
    default:
      _ = try text(tag)
      return .null
    }
  }

  /// Reads the text up to the closing tag.
  private mutating func text(_ tag: MarkupReader.Tag) throws -> String {
    var text = ""
    if tag.isClosed { return text }
    while let token = reader.next() {
      switch token {
      case .text(let words): text += words
      case .close(let name) where name == tag.name: return text
      default: break
      }
    }
    throw PropertyList.damage
  }

  private mutating func array(
    _ tag: MarkupReader.Tag, _ depth: Int
  ) throws -> JSON {
    var elements: [JSON] = []
    if tag.isClosed { return .array(elements) }
    while let token = reader.next() {
      switch token {
      case .open(let tag): elements.append(try value(tag, depth + 1))
      case .close("array"): return .array(elements)
      default: break
      }
    }
    throw PropertyList.damage
  }

  private mutating func dictionary(
    _ tag: MarkupReader.Tag, _ depth: Int
  ) throws -> JSON {
    var members: [(name: String, value: JSON)] = []
    var key: String?
    if tag.isClosed { return .object(members) }
    while let token = reader.next() {
      switch token {
      case .open(let tag) where tag.name == "key": key = try text(tag)
      case .open(let tag):
        let value = try value(tag, depth + 1)
        if let name = key { members.append((name, value)) }
        key = nil
      case .close("dict"): return .object(members)
      default: break
      }
    }
    throw PropertyList.damage
  }
}
