internal import Notation

/// The answer of a tool: lines for the model, and the same facts as JSON.
struct ToolAnswer {
  var lines: [String]
  var members: [(name: String, value: JSON)]
  /// Whether the lines are the reason for a failure.
  var isError = false

  init(_ lines: [String], _ members: (name: String, value: JSON?)...) {
    self.lines = lines
    self.members = members.compactMap { member in member.value.map { (member.name, $0) } }
  }

  /// The answer of a call that failed. It has no JSON, because clients may validate it.
  init(_ fault: ToolFault) {
    lines = [fault.sentence]
    members = []
    isError = true
  }

  /// The result of `tools/call`.
  var result: JSON {
    .members(
      (
        "content",
        .array([
          .members(
            ("type", .string("text")), ("text", .string(lines.joined(separator: "\n"))))
        ])
      ),
      ("structuredContent", isError ? nil : .object(members)),
      ("isError", .flag(isError))
    )
  }
}
