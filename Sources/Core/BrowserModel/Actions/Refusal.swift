/// The reason why an action was not decided. Nothing has happened, and nothing was written.
public struct Refusal: Error, Equatable, Sendable {
  /// The kind of reason, for programs.
  public var code: Code
  /// The reason in one plain sentence, for people.
  public var message: String

  /// The events that stand in the way, oldest first; empty for most reasons.
  public var events: [EventID]

  /// Creates a refusal.
  public init(_ code: Code, _ message: String, events: [EventID] = []) {
    self.code = code
    self.message = message
    self.events = events
  }

  /// The kinds of reasons. Scripts may rely on their names.
  ///
  /// - `noSuchTab`, `noSuchWindow`, `noSuchGroup`, `noSuchBookmark`, `noSuchEntry`,
  ///   `noSuchClosedItem`, `noSuchEvent`, `noSuchBranch`, `noSuchMark`: there is nothing
  ///   with this id or name, or not any more.
  /// - `emptyBrowser`: the action needs a tab, and none is open.
  /// - `outOfRange`: a number, index or level is outside what is possible.
  /// - `notAllowed`: the state does not permit it, such as a folder inside itself.
  /// - `invalidAddress`: a text is neither a URL nor a search (A5).
  /// - `invalidValue`: a text is not what the field or setting accepts.
  /// - `notEmpty`: a folder has members.
  /// - `nothingToDo`: it would change nothing.
  /// - `tooLong`: a text has more than 2 MiB (A5).
  /// - `full`: the log has as many events as can be numbered.
  /// - `changedSince`: something that the action names was changed meanwhile.
  /// - `keyUsed`: the key of the action was used for a different one before.
  /// - `noSuchDevice`: there is no other device with this number or name.
  public enum Code: UInt8, Sendable, CaseIterable {
    case noSuchTab, noSuchWindow, noSuchGroup, noSuchBookmark, noSuchEntry, noSuchClosedItem
    case noSuchEvent, noSuchBranch, noSuchMark
    case emptyBrowser, outOfRange, notAllowed, invalidAddress, invalidValue, notEmpty
    case nothingToDo, tooLong, full, changedSince, noSuchDevice, keyUsed
  }
}
