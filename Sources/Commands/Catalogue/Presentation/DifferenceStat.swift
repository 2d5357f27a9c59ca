internal import BrowserModel
internal import CommandKit
internal import Notation

/// The numbers of differences between two states.
struct DifferenceStat {
  /// The numbers of things of one kind that were added, removed and changed.
  struct Counts {
    var added = 0
    var removed = 0
    var changed = 0
  }

  var windows = Counts()
  var tabs = Counts()
  var groups = Counts()
  var bookmarks = Counts()
  var sites = Counts()
  var settings = Counts()

  /// The shape of the output of ``write(to:)``.
  static let shape = JSONShape.thing(
    "stat",
    .object(
      ["windows", "tabs", "groups", "bookmarks", "sites", "settings"].map {
        .required(
          $0,
          .object([
            .required("added", .integer), .required("removed", .integer),
            .required("changed", .integer),
          ]))
      }))

  /// `"stat":{"windows":{"added":1,"removed":0,"changed":0},…}`.
  func write(to json: inout JSONWriter) {
    json.object("stat") { json in
      for (name, counts) in [
        ("windows", windows), ("tabs", tabs), ("groups", groups), ("bookmarks", bookmarks),
        ("sites", sites), ("settings", settings),
      ] {
        json.object(name) { json in
          json.member("added", counts.added)
          json.member("removed", counts.removed)
          json.member("changed", counts.changed)
        }
      }
    }
  }
}
