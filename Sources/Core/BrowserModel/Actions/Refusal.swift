/// The reason why an action was refused. Nothing was changed or written.
public struct Refusal: Error, Equatable, Sendable {
  private let content: Content

  /// The kind of reason, for programs.
  public var code: Code { content.code }
  /// The reason as one plain sentence, to display.
  public var message: String { content.message }
  /// The events that prevent the action, oldest first. Empty for most reasons.
  public var events: [EventID] { content.events }

  /// Creates a refusal.
  public init(_ code: Code, _ message: String, events: [EventID] = []) {
    content = Content(code, message, events)
  }

  /// Returns whether two refusals have the same code, message, and events.
  public static func == (left: Refusal, right: Refusal) -> Bool {
    left.code == right.code && isSameText(left.message, right.message)
      && left.events == right.events
  }

  /// The kinds of reasons. Scripts may rely on their names.
  ///
  /// - `noSuchTab`, `noSuchWindow`, `noSuchGroup`, `noSuchBookmark`, `noSuchEntry`,
  ///   `noSuchClosedItem`, `noSuchEvent`, `noSuchBranch`, `noSuchMark`: the thing with this id or
  ///   name does not exist, or no longer exists.
  /// - `emptyBrowser`: the action needs a tab, but no tab is open.
  /// - `outOfRange`: a number, index or level is out of range.
  /// - `notAllowed`: the state does not permit the action, such as moving a folder into itself.
  /// - `invalidAddress`: a text is neither a URL nor a search (A5).
  /// - `invalidValue`: the field or setting does not accept the given text.
  /// - `notEmpty`: a folder is not empty.
  /// - `nothingToDo`: the action would change nothing.
  /// - `tooLong`: a text has more than 2 MiB (A5).
  /// - `full`: the log has reached the maximum number of events.
  /// - `changedSince`: something that the action names has changed in the meantime.
  /// - `keyUsed`: the key of the action was already used for a different action.
  /// - `noSuchDevice`: there is no other device with this number or name.
  public enum Code: UInt8, Sendable, CaseIterable {
    case noSuchTab, noSuchWindow, noSuchGroup, noSuchBookmark, noSuchEntry, noSuchClosedItem
    case noSuchEvent, noSuchBranch, noSuchMark
    case emptyBrowser, outOfRange, notAllowed, invalidAddress, invalidValue, notEmpty
    case nothingToDo, tooLong, full, changedSince, noSuchDevice, keyUsed, noSuchProposal
  }
}

extension Refusal {
  /// The content of a refusal, which a function that throws passes on as one reference.
  private final class Content: Sendable {
    let code: Code
    let message: String
    let events: [EventID]

    init(_ code: Code, _ message: String, _ events: [EventID]) {
      self.code = code
      self.message = message
      self.events = events
    }
  }
}

extension Refusal: CustomStringConvertible {
  /// The reason as one plain sentence.
  public var description: String { message }
}
