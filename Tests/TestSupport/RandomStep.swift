public import BrowserModel

/// One thing that somebody does with a session.
public enum RandomStep: Sendable {
  case action(Action, by: Event.Actor)
  case undo
  case redo
}
