internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// A line of a list of tabs.
struct TabLine {
  let line: SafeText
  /// The tab that it is about, or nil if it is a heading.
  var tab: Tab?
}
