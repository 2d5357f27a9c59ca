package import Notation

/// The answer of a page to a look at its back/forward list.
///
/// A page sees its own entry and neighbouring entries of the same origin. The key of an entry never
/// changes, even across restarts of the browser.
package struct PageLook: Equatable, Sendable {
  /// An entry that a page sees.
  package struct Neighbor: Equatable, Sendable {
    package var key: String
    package var url: String

    package init(key: String, url: String) {
      self.key = key
      self.url = url
    }
  }

  /// The address of the current entry.
  package var url: String
  package var title = ""
  /// The length of the complete list (`history.length`).
  package var length: Int
  /// The key of the current entry, or nil if the page has none.
  package var key: String?
  /// Whether the current document replaced the entry of another document.
  package var isReplacement = false
  /// The entries of the same origin around the current one, including it, oldest first.
  package var neighbors: [Neighbor] = []
  /// The keys of the frames' entries, or nil if the frames were not asked for them.
  package var frames: Set<String>?

  package init(url: String, length: Int, key: String? = nil) {
    self.url = url
    self.length = length
    self.key = key
    if let key { neighbors = [Neighbor(key: key, url: url)] }
  }

  /// Parses an answer. Returns nil if the page could not be asked.
  package init?(_ answer: JSON) {
    guard let url = answer["url"]?.string, let length = answer["length"]?.integer else {
      return nil
    }
    self.url = url
    self.length = Int(clamping: length)
    title = answer["title"]?.string ?? ""
    key = answer["key"]?.string
    isReplacement = answer["type"]?.string == "replace"
    for pair in answer["near"]?.elements ?? [] {
      guard let key = pair.elements.first?.string else { continue }
      neighbors.append(Neighbor(key: key, url: pair.elements.last?.string ?? ""))
    }
    // If Firefox shows a document again that had added entries, the document has the address of the
    // entry that it showed last.
    let own = neighbors.last { $0.key == key }?.url ?? ""
    if !own.isEmpty { self.url = own }
    frames = answer["frames"].map { Set($0.elements.compactMap(\.string)) }
  }
}
