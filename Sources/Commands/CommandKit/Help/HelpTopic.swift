/// A help page that is not about a single command: `help keys`.
package struct HelpTopic: Sendable {
  /// A part of a page.
  package enum Part: Sendable {
    case paragraph(String)
    /// Lines to type, each with a description of its effect.
    case rows([(String, String)])
  }

  /// The word after `help`.
  package let name: String
  /// The subject in a few words.
  package let summary: String
  /// The contents, in order.
  package let parts: [Part]

  /// Creates a page.
  package init(_ name: String, _ summary: String, _ parts: [Part]) {
    self.name = name
    self.summary = summary
    self.parts = parts
  }
}
