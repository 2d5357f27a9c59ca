internal import Notation

/// A parameter of a tool.
struct AgentParameter: Sendable {
  let name: String
  let kind: Kind
  /// A sentence for the model.
  let sentence: String
  var isRequired = false

  /// The kinds of values.
  enum Kind: Sendable {
    /// The id of a thing, as an integer. `"7"` and `"#7"` are accepted too.
    case id
    /// A list of ids with at least one element.
    case ids
    case text
    case flag
    case count
    case choice([String])
    /// One or several of these strings.
    case choices([String])
    /// The number of an event, or text such as `2h ago`.
    case moment
    /// `"new"` or the id of a window.
    case newOrID
    /// A list of pages with at least one element.
    case pages
  }

  init(_ name: String, _ kind: Kind, _ sentence: String) {
    (self.name, self.kind, self.sentence) = (name, kind, sentence)
  }

  /// A copy of the parameter that must be passed.
  var required: AgentParameter {
    var copy = self
    copy.isRequired = true
    return copy
  }

  /// The JSON Schema of the value.
  var schema: JSON {
    let type: [(name: String, value: JSON)] =
      switch kind {
      case .id, .count: [("type", .string("integer"))]
      case .ids:
        [
          ("type", .string("array")), ("items", .members(("type", .string("integer")))),
          ("minItems", .integer(1)),
        ]
      case .text: [("type", .string("string"))]
      case .flag: [("type", .string("boolean"))]
      case .choice(let names):
        [("type", .string("string")), ("enum", .array(names.map { .string($0) }))]
      case .choices(let names):
        [
          ("type", .string("array")), ("minItems", .integer(1)),
          ("items", .members(("enum", .array(names.map { .string($0) })))),
        ]
      case .moment, .newOrID: [("type", .array([.string("integer"), .string("string")]))]
      case .pages:
        [
          ("type", .string("array")), ("minItems", .integer(1)),
          (
            "items",
            .members(
              ("type", .string("object")),
              (
                "properties",
                .members(
                  ("url", .members(("type", .string("string")))),
                  (
                    "group",
                    .members(
                      ("type", .array([.string("integer"), .string("string")])),
                      ("description", .string("Id, or new title."))
                    )
                  ),
                  ("pinned", .members(("type", .string("boolean"))))
                )
              ),
              ("required", .array([.string("url")]))
            )
          ),
        ]
      }
    return .object(type + (sentence.isEmpty ? [] : [("description", .string(sentence))]))
  }
}
