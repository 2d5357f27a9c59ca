public import BrowserModel

/// The definition itself: the fold of all events that are not undo or redo and whose batch is not
/// undone, where the last undo or redo that names a batch decides.
public struct NaiveTimeline {
  public let browser: Browser
  public let undoneBatches: Set<Sequence>

  public init(_ events: some Collection<Event>) {
    var undone: Set<Sequence> = []
    for event in events {
      switch event.body {
      case .time(.undone(let body)): undone.insert(body.batch)
      case .time(.redone(let body)): undone.remove(body.batch)
      default: break
      }
    }
    var browser = Browser()
    for event in events {
      if case .time = event.body {
        browser.skip(to: event.sequence)
      } else if undone.contains(event.batch) {
        browser.skip(to: event.sequence)
      } else {
        browser.apply(event)
      }
    }
    self.browser = browser
    undoneBatches = undone
  }
}
