import BrowserModel

/// The name, the key and the fingerprint of a batch, which apply to all of its events.
struct BatchLabel {
  /// The name of the batch, or nil.
  var name: String?
  /// The key that identifies a repeat of the action, or nil if the action may be repeated.
  var key: String?
  /// The fingerprint of the request made under the key (``Precondition/request``).
  var fingerprint: String?

  init(name: String? = nil, key: String? = nil, fingerprint: String? = nil) {
    self.name = name
    self.key = key
    self.fingerprint = fingerprint
  }

  /// Creates the label of an action with a precondition.
  init(name: String? = nil, _ precondition: Precondition) {
    self.init(name: name, key: precondition.key, fingerprint: precondition.fingerprint)
  }
}
