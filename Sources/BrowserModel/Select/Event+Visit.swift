extension Event {
  /// The URL of the page whose visit this event is; absent where it is none. A place in the same page is
  /// no visit.
  public var visitedURL: Text {
    switch body {
    case .tab(.opened(let body)): body.url
    case .navigation(.committed(let body)): body.isSameDocument ? .absent : body.url
    default: .absent
    }
  }

  /// How the page of a visit was reached.
  public var visitTransition: Transition {
    switch body {
    case .tab(.opened(let body)): body.transition
    case .navigation(.committed(let body)): body.isWithoutActivation ? .script : body.transition
    default: .link
    }
  }
}
