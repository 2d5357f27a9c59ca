internal import BrowserModel
internal import Exchange
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Pictures of pages.
extension LiveSession {
  /// Requests missing pictures of pages in active tabs.
  func requestPictures() {
    guard var pictures else { return }
    for tab in strip.windows.compactMap(\.activeTab) where !tab.isLoading {
      guard let recorded = recording.tabs[tab.id].flatMap({ store.browser.tab($0.id) }),
        let row = recorded.currentEntry, !row.picture.exists,
        pictures.requested[recorded.id] != row.content
      else { continue }
      pictures.requested[recorded.id] = row.content
      messages.append(.object([("kind", .string("picture")), ("tab", .integer(tab.id))]))
    }
    self.pictures = pictures
  }

  /// Stores a picture, unless the tab shows another page by now. A missing picture is requested
  /// again after the next report.
  func takePicture(_ message: JSON) throws {
    guard let id = message["tab"]?.integer.flatMap({ recording.tabs[$0]?.id }),
      let requested = pictures?.requested[id]
    else { return }
    guard let bytes = message["data"]?.string.flatMap(Base64.decoded), !bytes.isEmpty,
      store.browser.tab(id)?.currentEntry?.content == requested
    else {
      pictures?.requested[id] = nil
      return
    }
    do {
      try store.reportPicture(id, bytes)
    } catch is Refusal {
      // A picture that is too large is skipped.
    }
    try followProfile()
  }
}
