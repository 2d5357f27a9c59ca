package import Notation

/// Writes shapes as JSON Schema, draft 2020-12.
package struct JSONSchema {
  /// The location of the named shapes in a document.
  package enum Place: String {
    /// In a separate schema.
    case definitions = "$defs"
    /// In a description of all commands.
    case components = "components/schemas"
  }

  package let place: Place

  /// Creates schemas for one kind of document.
  package init(place: Place) { self.place = place }

  /// Writes a schema that needs no other document.
  package static func document(
    _ shape: JSONShape, title: String, to json: inout JSONWriter
  ) {
    let schema = JSONSchema(place: .definitions)
    json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
    json.member("title", title)
    schema.write(shape, to: &json)
    json.object(Place.definitions.rawValue) { schema.write(shape.names, to: &$0) }
  }

  /// Writes named shapes as members.
  package func write(_ names: [NamedShape], to json: inout JSONWriter) {
    for name in names {
      json.object(name.name) { write(name.shape, isOpen: name.isOpen, to: &$0) }
    }
  }

  /// Writes the members of a schema into the current object.
  /// - Parameter isOpen: Whether objects may have additional members.
  package func write(_ shape: JSONShape, isOpen: Bool = false, to json: inout JSONWriter) {
    switch shape {
    case .string: json.member("type", "string")
    case .integer: json.member("type", "integer")
    case .number: json.member("type", "number")
    case .boolean: json.member("type", "boolean")
    case .anyObject: json.member("type", "object")
    case .flag: json.member("const", true)
    case .choice(let names): json.array("enum", of: names)
    case .time:
      json.member("type", "string")
      json.member("format", "date-time")
    case .array(let element):
      json.member("type", "array")
      json.object("items") { write(element, to: &$0) }
    case .map(let value):
      json.member("type", "object")
      json.object("additionalProperties") { write(value, to: &$0) }
    case .nullable(let value):
      json.array("anyOf") { json in
        json.object { write(value, to: &$0) }
        json.object { $0.member("type", "null") }
      }
    case .anyOf(let shapes):
      json.array("anyOf") { json in
        for shape in shapes { json.object { write(shape, isOpen: isOpen, to: &$0) } }
      }
    case .answer(let commands): write(.anyOf(commands.shapes), isOpen: isOpen, to: &json)
    case .object(let members, let beside):
      write(members, beside: beside, isOpen: isOpen, to: &json)
    case .named(let name): writeReference(to: name, to: &json)
    }
  }

  private func write(
    _ members: [JSONShape.Member], beside: NamedShape?, isOpen: Bool, to json: inout JSONWriter
  ) {
    json.member("type", "object")
    if let beside { writeReference(to: beside, to: &json) }
    json.object("properties") { json in
      for member in members {
        json.object(member.name) { json in
          if !member.summary.isEmpty { json.member("description", member.summary.sentence) }
          write(member.shape, to: &json)
        }
      }
    }
    let required = members.filter { !$0.isOptional }.map(\.name)
    if !required.isEmpty { json.array("required", of: required) }
    // Only the second of these keywords takes the members of the other shape into account.
    if !isOpen {
      json.member(beside == nil ? "additionalProperties" : "unevaluatedProperties", false)
    }
  }

  private func writeReference(to name: NamedShape, to json: inout JSONWriter) {
    json.member("$ref", "#/\(place.rawValue)/\(name.name)")
  }
}
