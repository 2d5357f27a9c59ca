internal import BrowserModel
internal import Notation

/// Something that words fit.
package struct NamedThing {
  let id: EventID
  /// What can be typed for it besides its id; empty where there is none.
  let position: String
  let title: String
  let url: String
}
