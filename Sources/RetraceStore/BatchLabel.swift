import BrowserModel

/// What is said about a batch as a whole.
struct BatchLabel {
  /// What it is called, or nil if nobody named it.
  var name: String?
  /// What tells a repeat of it, or nil if it may be done again.
  var key: String?
  /// The fingerprint of what was asked for under the key (``Precondition/request``).
  var fingerprint: String?

  init(name: String? = nil, key: String? = nil, fingerprint: String? = nil) {
    self.name = name
    self.key = key
    self.fingerprint = fingerprint
  }

  /// The label of what is done on a condition.
  init(name: String? = nil, _ precondition: Precondition) {
    self.init(name: name, key: precondition.key, fingerprint: precondition.fingerprint)
  }
}
