internal import BrowserModel
internal import Notation
internal import RetraceStore

/// What words can name a tab by.
struct TabNames {
  let title: String
  let url: String
  /// The title of its group; none where it has none.
  let group: [String]

  /// All of them.
  var all: [String] { [title, url] + group }
}
