/// Why an action was not granted: nothing happened, and nothing was written.
public struct Refusal: Error, Equatable, Sendable {
  public var code: Code
  /// One plain sentence for a person.
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// What scripts can rely on.
  public enum Code: UInt8, Sendable, CaseIterable {
    case noSuchTab, noSuchWindow, noSuchGroup, noSuchBookmark, noSuchEntry, noSuchClosedItem
    case noSuchEvent, noSuchBranch, noSuchMark
    case emptyBrowser, outOfRange, notAllowed, invalidAddress, invalidValue, notEmpty
    case nothingToDo, tooLong, full
  }
}
