public import BrowserModel

/// Who acts, and by what means. It is stored with each event.
public struct Origin: Sendable {
  /// Who acts. It decides what `undo` takes back: the batches of users and imports.
  public var actor: Event.Actor
  /// By what means, for example a key or a gesture.
  public var via: Event.Via
  /// The program that acts for the actor, such as an agent or an extension, by the name that it
  /// goes by, or nil if the front end itself does. Forgetting keeps it.
  public var agent: String?
  /// A random number by which this run of the program or console is told from others; 0 where nobody
  /// says. An undo of a program's actions takes those of one run, and redo stays possible while other
  /// runs act.
  public var run: UInt32
  /// The event that made the actor act; `.nothing` where nobody says. What a page or an engine did
  /// because of a batch is undone with it.
  public var cause: EventID

  /// Makes an origin; without arguments it is the user, by unknown means.
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

  /// The same with what an action follows from as the cause, where none was named.
  func because(of action: Action) -> Origin {
    guard !cause.exists, action.cause.exists else { return self }
    var origin = self
    origin.cause = action.cause
    return origin
  }
}
