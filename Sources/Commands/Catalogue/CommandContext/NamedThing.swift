internal import BrowserModel
internal import Notation

/// Something that words fit.
package struct NamedThing {
  let id: EventID
  /// The text to type for it instead of its id, or empty if there is none.
  let position: String
  let title: String
  let url: String
}
