public import BrowserModel

/// A scope, and how far a forgetting goes.
///
/// ```swift
/// let request = ForgettingRequest(.site("example.org"))
/// let preview = try store.previewOfForgetting(request, listing: true)
/// let texts = preview.items.map(\.item.text)  // ["https://www.example.org/news"]
/// let forgetting = try store.forget(request)
/// ```
public struct ForgettingRequest: Sendable {
  /// What is to be forgotten.
  public var scope: ForgettingScope
  /// Whether the site's name goes, too, where others mention it: in titles, tags, keywords,
  /// folders, and the names of marks and branches. If not, mentions are only listed.
  public var takesMentions = false
  /// Newer events than this stay, by the number of the device that wrote them, 0 for this one.
  public var newest: [UInt32: EventID] = [:]

  /// Makes a request.
  public init(_ scope: ForgettingScope, takesMentions: Bool = false) {
    self.scope = scope
    self.takesMentions = takesMentions
  }
}
