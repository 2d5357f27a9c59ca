internal import Notation

/// The resources that the agent's program watches.
struct AgentSubscriptions {
  /// The resources of `resources/subscribe`, by their addresses.
  private(set) var watched: [String: AgentResource] = [:]
  /// The subscriptions of `subscriptions/listen`, by their ids.
  private(set) var listeners: [(id: JSON, resources: [String: AgentResource])] = []
  /// The texts that were announced or read last, as hashes, by the addresses of the resources.
  private var texts: [String: Int] = [:]

  /// Whether nothing is watched.
  var isEmpty: Bool { watched.isEmpty && listeners.isEmpty }

  /// The addresses and resources that are watched, each once.
  var resources: [String: AgentResource] {
    listeners.reduce(watched) { $0.merging($1.resources) { first, _ in first } }
  }

  /// The maximum number of resources of one program.
  static let most = 200

  mutating func add(_ uri: String, _ resource: AgentResource, text: String?) {
    watched[uri] = resource
    if texts[uri] == nil { texts[uri] = text.hashValue }
  }

  mutating func remove(_ uri: String) {
    watched[uri] = nil
    dropTexts()
  }

  mutating func listen(_ id: JSON, _ resources: [String: AgentResource], texts: [String: String?]) {
    listeners.append((id, resources))
    for (uri, text) in texts where self.texts[uri] == nil { self.texts[uri] = text.hashValue }
  }

  /// Ends a subscription of `subscriptions/listen`, if there is one with the id.
  mutating func end(_ id: JSON) {
    listeners.removeAll { $0.id == id }
    dropTexts()
  }

  private mutating func dropTexts() {
    let resources = resources
    texts = texts.filter { resources[$0.key] != nil }
  }

  /// Records the text of a resource.
  /// - Returns: Whether the text differs from the last one.
  mutating func note(_ uri: String, _ text: String?) -> Bool {
    let hash = text.hashValue
    guard texts[uri] != hash else { return false }
    texts[uri] = hash
    return true
  }
}
