internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// A line of a list of tabs.
struct TabLine {
  let line: SafeText
  /// The tab shown in the line, or nil for a heading.
  var tab: Tab?
}
