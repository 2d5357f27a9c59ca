internal import BrowserModel
internal import Notation

/// A thing that matches a text.
package struct NamedThing {
  let id: EventID
  /// The reference that can be typed instead of the id, or empty if there is none.
  let position: String
  let title: String
  let url: String
}
