/// A line that the user typed, as it is searched for what is to be forgotten.
public struct TypedLine: Sendable {
  /// The line as it was typed.
  public let text: String
  /// Its words without their quotes, the command's name first.
  public let parts: [String]
  /// The URLs that its words may mean, in the URL standard's serialised form.
  public let urls: [String]

  /// Makes a line of its text, words and URLs.
  public init(_ text: String, parts: [String], urls: [String]) {
    self.text = text
    self.parts = parts
    self.urls = urls
  }
}
