internal import BrowserModel
internal import Notation
internal import RetraceStore

/// The texts that words are matched against for a tab.
struct TabNames {
  let title: String
  let url: String
  /// The title of its group, or empty if it has none.
  let group: [String]

  /// All of them.
  var all: [String] { [title, url] + group }
}
