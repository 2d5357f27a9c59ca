/// The texts of a log that an export discloses.
package struct Disclosure: Hashable, Sendable {
  /// Whether private data is left out: custom values, typed text, search terms, notes, and the
  /// queries and fragments of addresses.
  package var omitsPrivateData = false
  /// Whether hosts, paths, titles and names are replaced with invented names.
  package var inventsNames = false

  /// Discloses all texts.
  package init() {}

  /// Whether all texts are disclosed.
  package var isComplete: Bool { self == Disclosure() }
}
