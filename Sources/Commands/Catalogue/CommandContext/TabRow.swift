internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// The tabs of a window by their positions.
struct TabRow {
  /// The position of the window, or nil if the user did not specify a window.
  let number: Int?
  /// The tabs at the time the line was entered, or empty if positions refer to the present tabs.
  let entered: ContiguousArray<TabID>
  let present: ContiguousArray<TabID>

  /// Returns the tab at a position, from 1.
  func tab(at position: Int) throws -> TabID {
    for tabs in [entered, present] where tabs.indices.contains(position - 1) {
      return tabs[position - 1]
    }
    let count = max(entered.count, present.count)
    guard count > 0 else {
      throw CommandError("emptyBrowser", "No tab is open; “open” or “go” opens one.")
    }
    let name = number.map { "\($0):\(position)" } ?? "\(position)"
    let window = number.map { "window \($0)" } ?? "the window"
    throw CommandError(
      "outOfRange",
      "There is no tab \(name): \(window) has "
        + (count == 1 ? "one tab." : "tabs 1 to \(count)."))
  }
}
