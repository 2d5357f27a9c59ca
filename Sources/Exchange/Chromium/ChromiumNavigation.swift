internal import BrowserModel

/// An entry of a tab's history in Chromium's format (`SerializedNavigationEntry::WriteToPickle`).
struct ChromiumNavigation {
  let tab: Int32
  let index: Int
  let entry: PortableEntry

  /// Decodes an entry, or returns nil if it contains no URL.
  init?(_ payload: ArraySlice<UInt8>) {
    var pickle = Pickle(payload)
    guard let tab = pickle.number(Int32.self), let index = pickle.integer(),
      let url = pickle.string(), !url.isEmpty
    else { return nil }
    self.tab = tab
    self.index = index
    let title = pickle.wideString() ?? ""
    _ = pickle.string()  // The state of the page.
    let transition = pickle.number(UInt32.self) ?? 0
    _ = pickle.integer()  // Whether the request had a body.
    _ = pickle.string()  // The referrer.
    _ = pickle.integer()  // The referrer policy.
    _ = pickle.string()  // The requested URL.
    _ = pickle.integer()  // Whether the user agent was overridden.
    let time = pickle.number(Int64.self) ?? 0
    entry = PortableEntry(
      url, title: title, transition: Transition(chromium: transition) ?? .link,
      milliseconds: UnixTime.milliseconds(sinceYear1601: time))
  }
}

extension Transition {
  /// Converts Chromium's `ui::PageTransition`, whose lowest byte is the type. Returns nil for a
  /// page in a frame.
  init?(chromium transition: UInt32) {
    switch transition & 0xFF {
    case 0: self = .link
    case 1: self = .typed
    case 2: self = .bookmark
    case 3, 4: return nil
    case 5, 10: self = .generated
    case 6: self = .startPage
    case 7: self = .formSubmit
    case 8: self = .reload
    case 9: self = .keyword
    default: self = .link
    }
  }
}
