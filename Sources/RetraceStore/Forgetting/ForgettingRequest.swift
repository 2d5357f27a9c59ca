public import BrowserModel

/// A forget request, which consists of a scope and options.
///
/// ```swift
/// let request = ForgettingRequest(.site("example.org"))
/// let preview = try store.previewOfForgetting(request, listing: true)
/// let texts = preview.items.map(\.item.text)  // ["https://www.example.org/news"]
/// let forgetting = try store.forget(request)
/// ```
public struct ForgettingRequest: Sendable {
  /// The scope to forget.
  public var scope: ForgettingScope
  /// Whether the site's name is also removed from other things that mention it: titles, tags,
  /// keywords, folders, and the names of marks and branches. If not, mentions are only listed.
  public var includesMentions = false
  /// The newest events that the request covers, by the number of the device that wrote them, or 0
  /// for this device. Newer events of these devices are not forgotten.
  public var newest: [UInt32: EventID] = [:]

  /// Creates a request.
  public init(_ scope: ForgettingScope, includesMentions: Bool = false) {
    self.scope = scope
    self.includesMentions = includesMentions
  }
}
