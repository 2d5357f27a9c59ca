public import BrowserModel

/// Who acts, and by what means; it is written down with each event.
public struct Origin: Sendable {
  public var actor: Event.Actor
  public var via: Event.Via

  public init(_ actor: Event.Actor = .user, via: Event.Via = .unknown) {
    self.actor = actor
    self.via = via
  }
}
