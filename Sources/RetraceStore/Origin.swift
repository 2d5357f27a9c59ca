public import BrowserModel

/// The author of an action and the means that the author used, stored with each event.
public struct Origin: Sendable {
  /// The actor. `undo` reverts only the batches of users and imports.
  public var actor: Event.Actor
  /// The means that the author used, for example a key or a gesture.
  public var via: Event.Via
  /// The name of the program that acts for the actor, such as an agent or an extension, or nil if
  /// the front end itself acts. Forgetting does not remove this name.
  public var agent: String?
  /// A random number that identifies this run of the program or console, or 0 if unknown. An undo
  /// of a program's actions affects one run, and redo stays possible while other runs act.
  public var run: UInt32
  /// The event that caused the action, or `.nothing` if unknown. Actions of a page or an engine
  /// that were caused by a batch are undone together with the batch.
  public var cause: EventID

  /// Creates an origin. By default, the actor is the user, and the means are unknown.
  public init(
    _ actor: Event.Actor = .user, via: Event.Via = .unknown, agent: String? = nil,
    run: UInt32 = 0, cause: EventID = .nothing
  ) {
    self.actor = actor
    self.via = via
    self.agent = agent
    self.run = run
    self.cause = cause
  }

  /// Returns this origin with the cause of an action, unless the origin already has a cause.
  func because(of action: Action) -> Origin {
    guard !cause.exists, action.cause.exists else { return self }
    var origin = self
    origin.cause = action.cause
    return origin
  }
}
