internal import BrowserModel
internal import Notation
internal import RetraceStore

/// The texts that words are matched against for a tab.
struct TabNames {
  let title: String
  let url: String
  /// The title of the tab's group, or empty if the tab is not in a group with a title.
  let group: [String]

  /// All texts.
  var all: [String] { [title, url] + group }
}
