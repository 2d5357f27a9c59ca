/// A line that the user typed, prepared for the search for forgotten things.
public struct TypedLine: Sendable {
  /// The original line.
  public let text: String
  /// The words of the line without quotes, beginning with the command's name.
  public let parts: [String]
  /// The URLs that the words may refer to, in the URL standard's serialised form.
  public let urls: [String]

  /// Creates a line from its text, words and URLs.
  public init(_ text: String, parts: [String], urls: [String]) {
    self.text = text
    self.parts = parts
    self.urls = urls
  }
}
