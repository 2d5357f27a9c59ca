public import BrowserModel

/// A step of a user in a session.
public enum RandomStep: Sendable {
  case action(Action, by: Event.Actor)
  case undo
  case redo
}
