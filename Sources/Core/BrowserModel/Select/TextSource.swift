/// A source of the texts of past events, such as a log on disk or in memory.
///
/// Selectors are generic over the source, so the same code works with every log, and with a
/// dictionary in tests. The functions of a source return nil if the source does not contain the
/// event. They never trap.
public protocol TextSource: ~Copyable {
  /// Returns one text of an event.
  ///
  /// - Returns: The text, or nil if there is no such event or the event has no such text. The text
  ///   is empty if it was empty or was forgotten.
  func text(_ field: TextField, of event: EventID) -> String?

  /// Returns the transition of an event that opened a tab, started a load or committed a
  /// navigation, or nil for other events.
  func transition(of event: EventID) -> Transition?

  /// Returns the site with a host, identified by the event that first named the host, or nil if the
  /// table contains no such site.
  ///
  /// - Parameters:
  ///   - host: The host in the form of ``host(ofURL:)``.
  ///   - sites: The sites that ever had their own zoom.
  func site(named host: String, among sites: SiteTable) -> EventID?
}

extension Body {
  /// The way in which the page was reached if the event opened a tab, started a load or committed a
  /// navigation, otherwise nil.
  public var transition: Transition? {
    switch self {
    case .tab(.opened(let body)): body.transition
    case .navigation(.started(let body)): body.transition
    case .navigation(.committed(let body)): body.transition
    default: nil
    }
  }
}

extension Body {
  /// Returns the range of a text of the event, or ``Text/absent`` if the event has no such text.
  public func text(_ field: TextField) -> Text {
    switch self {
    case .navigation(.committed(let body)):
      field == .redirects ? body.redirects : body.text(field)
    case .navigation(.started(let body)): body.text(field)
    case .navigation(.failed(let body)): field == .reason ? body.reason : .absent
    case .tab(.opened(let body)): body.text(field)
    case .window(.named(let body)): field == .title ? body.title : .absent
    case .group(.created(let body)): field == .title ? body.title : .absent
    case .group(.changed(let body)): field == .title ? body.title : .absent
    case .page(.titled(let body)): field == .title ? body.title : .absent
    case .page(.visited(let body)):
      field == .url ? body.url : field == .title ? body.title : .absent
    case .page(.pictured(let body)): field == .blob ? body.blob : .absent
    case .zoom(.siteSet(let body)): field == .host ? body.host : .absent
    case .bookmark(.added(let body)): body.text(field)
    case .bookmark(.edited(let body)): body.text(field)
    case .setting(let body): field == .value ? body.value : .absent
    case .value(.set(let body)): body.text(field)
    case .session(.opened(let body)): field == .title ? body.frontEnd : .absent
    case .time(.marked(let body)): field == .name ? body.name : .absent
    case .time(.branched(let body)): field == .name ? body.name : .absent
    case .time(.proposed(let body)):
      field == .name ? body.name : field == .note ? body.note : .absent
    case .device(.joined(let body)): field == .name ? body.name : .absent
    default: .absent
    }
  }
}

extension ValueSet {
  fileprivate func text(_ field: TextField) -> Text {
    switch field {
    case .name: name
    case .value: value
    case .base64: base64
    default: .absent
    }
  }
}

/// The text fields of a bookmark that was added or edited.
private protocol BookmarkWords {
  var title: Text { get }
  var url: Text { get }
  var tags: Text { get }
  var keyword: Text { get }
  var note: Text { get }
}

extension BookmarkAdded: BookmarkWords {}

extension BookmarkEdited: BookmarkWords {}

extension BookmarkWords {
  func text(_ field: TextField) -> Text {
    switch field {
    case .title: title
    case .url: url
    case .tags: tags
    case .keyword: keyword
    case .note: note
    default: .absent
    }
  }
}

extension DestinationFact {
  func text(_ field: TextField) -> Text {
    switch field {
    case .url: url
    case .input: input
    case .reason: reason
    case .searchWords: searchWords
    default: .absent
    }
  }
}
