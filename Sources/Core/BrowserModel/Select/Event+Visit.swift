extension Event {
  /// The URL of the page whose visit this event is; absent where it is none. A place in the same page is
  /// no visit, nor is what an import opened: the visits that it knows of come as such.
  public var visitedURL: Text {
    switch body {
    case .page(.visited(let body)): body.url
    case _ where actor == .import: .absent
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
    case .page(.visited(let body)): body.transition
    default: .link
    }
  }

  /// When it happened, in milliseconds since 1970 UTC: what an import knows of it, else what the clock
  /// said.
  public var happenedMilliseconds: Int64 {
    occurredMilliseconds == 0 ? milliseconds : occurredMilliseconds
  }
}

/// Whether going to a URL is a visit: an empty page, and one that is all in its own address, are none
/// (Firefox, `nsNavHistory::CanAddURI`).
///
/// - Parameter url: A serialised URL.
@inlinable
public func isVisitable(_ url: some Collection<UInt8>) -> Bool {
  if url.starts(with: "data:".utf8) { return false }
  guard url.starts(with: "about:blank".utf8) else { return true }
  let rest = url.dropFirst("about:blank".utf8.count).first
  return rest != nil && rest != 0x3F && rest != 0x23
}
