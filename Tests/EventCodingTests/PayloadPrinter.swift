import BrowserModel
import EventCoding

/// Visits a payload and records its fields.
struct PayloadPrinter: PayloadVisitor, FieldVisitor {
  let words: ContiguousArray<UInt8>
  private(set) var kind: EventKind?
  private(set) var message = ""
  private(set) var fields: [PrintedField] = []

  init(words: ContiguousArray<UInt8> = []) { self.words = words }

  var lines: [String] {
    guard let kind else { return [] }
    let inner = fields.compactMap { field in field.value.map { "  \(field.name): \($0)" } }
    return ["\(ProtoName.field("\(kind)")) {"] + inner + ["}"]
  }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    self.kind = kind
    message = "\(Payload.self)"
    payload.visit(&self)
  }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    add(number, name, "int64", value.exists ? "\(value.rawValue)" : nil)
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    add(number, name, "int32", value != 0 ? "\(value)" : nil)
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    add(number, name, "sint32", value != 0 ? "\(value)" : nil)
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    add(number, name, "bool", value ? "true" : nil)
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    add(number, name, "uint32", value.exists ? "\(value.hundredths)" : nil)
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    add(number, name, "optional string", value.isPresent ? quoted(value) : nil)
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    let type = ProtoEnumeration.name(of: Choice.self)
    let printed = type.map { ProtoName.value("\(value)", of: $0) } ?? "\(value.rawValue)"
    add(number, name, type ?? "uint32", value.rawValue != 0 ? printed : nil)
  }

  private mutating func add(
    _ number: UInt32, _ name: StaticString, _ type: String, _ value: String?
  ) {
    fields.append(PrintedField(number: number, name: "\(name)", type: type, value: value))
  }

  /// Protocol Buffers' `CEscape`.
  func quoted(_ text: Text) -> String {
    let start = Int(text.start)
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for byte in words[start..<(start + Int(text.count))] {
      switch byte {
      case 0x0A: quoted += Array("\\n".utf8)
      case 0x0D: quoted += Array("\\r".utf8)
      case 0x09: quoted += Array("\\t".utf8)
      case 0x22, 0x27, 0x5C: quoted += [0x5C, byte]
      case 0x20...0x7E: quoted.append(byte)
      default:
        quoted += [0x5C, 0x30 + byte >> 6, 0x30 + (byte >> 3) & 7, 0x30 + byte & 7]
      }
    }
    return String(decoding: quoted + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}
