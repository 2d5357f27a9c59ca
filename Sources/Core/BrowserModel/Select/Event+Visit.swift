internal import Bytes

extension Event {
  /// The URL of the page that this event visits, or ``Text/absent`` if the event is not a visit.
  ///
  /// Opening a tab and committing a navigation are visits. A navigation within the document (H5) is
  /// not a visit. Among the events of an import, only ``PageEvent/visited(_:)`` events are visits,
  /// because they include the visits to the pages that the imported tabs show.
  public var visitedURL: Text {
    switch body {
    case .page(.visited(let body)): body.url
    case _ where actor == .import: .absent
    case .tab(.opened(let body)): body.url
    case .navigation(.committed(let body)): body.isSameDocument ? .absent : body.url
    default: .absent
    }
  }

  /// The way in which the page of a visit was reached: ``Transition/script`` for any navigation
  /// without user interaction.
  public var visitTransition: Transition {
    switch body {
    case .tab(.opened(let body)): body.transition
    case .navigation(.committed(let body)): body.isWithoutActivation ? .script : body.transition
    case .page(.visited(let body)): body.transition
    default: .link
    }
  }

  /// The time of the event in milliseconds since 1970 UTC: the time that an import stated,
  /// otherwise the clock time.
  public var happenedMilliseconds: Int64 {
    occurredMilliseconds == 0 ? milliseconds : occurredMilliseconds
  }
}

/// Returns whether navigating to a URL counts as a visit. `about:blank` and `data:` URLs do not
/// count (Firefox, `nsNavHistory::CanAddURI`).
///
/// - Parameter url: The UTF-8 bytes of a URL as the WHATWG URL standard serialises it.
@inlinable
public func isVisitable(_ url: RawSpan) -> Bool {
  if url.begins(with: "data:".utf8) { return false }
  guard url.begins(with: "about:blank".utf8) else { return true }
  let end = "about:blank".utf8.count
  return end < url.byteCount && url[end] != 0x3F && url[end] != 0x23
}
