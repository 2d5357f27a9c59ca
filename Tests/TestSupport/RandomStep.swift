public import BrowserModel

/// A single step of a user in a session.
public enum RandomStep: Sendable {
  case action(Action, by: Event.Actor)
  case undo
  case redo
}
