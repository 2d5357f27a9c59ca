internal import BrowserModel
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Pictures of the pages in active tabs, each taken after the page has loaded.
struct Pictures {
  private var asked: [Int: Request] = [:]
  /// The contents for which a picture was requested, by tab.
  private var known: [TabID: EventID] = [:]

  private struct Request {
    let tab: TabID
    let content: EventID
  }

  /// Requests missing pictures. The answers arrive as events.
  mutating func ask(
    _ browser: any RecordedBrowser, _ recording: Recording, _ strip: ObservedStrip
  ) throws {
    let state = recording.browser
    for tab in strip.windows.compactMap(\.activeTab) where !tab.isLoading {
      guard let recorded = recording.tabs[tab.id].flatMap({ state.tab($0.id) }),
        let row = recorded.currentEntry, !row.picture.exists, known[recorded.id] != row.content,
        let call = try browser.askForPicture(of: tab)
      else { continue }
      known[recorded.id] = row.content
      asked[call] = Request(tab: recorded.id, content: row.content)
    }
  }

  /// Stores the picture of an answer, unless the tab shows another page by now.
  mutating func take(_ call: Int, _ answer: JSON?, _ recording: Recording) throws {
    guard let request = asked.removeValue(forKey: call),
      let bytes = answer?["data"]?.string.flatMap(Base64.decoded), !bytes.isEmpty,
      recording.browser.tab(request.tab)?.currentEntry?.content == request.content
    else { return }
    do {
      try recording.store.reportPicture(request.tab, bytes)
    } catch is Refusal {
      // A picture that is too large is skipped.
    }
  }
}
