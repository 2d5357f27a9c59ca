internal import BrowserModel
internal import Notation
internal import RetraceStore

/// A line of a list of tabs.
struct TabLine {
  let line: SafeText
  /// The tab that it is about; nil where it is a heading.
  var tab: Tab?
}
