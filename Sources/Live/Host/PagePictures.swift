internal import BrowserModel
internal import RetraceEventLog

/// Pictures of the pages in active tabs, each taken after the page has loaded.
struct PagePictures {
  /// The contents for which a picture was requested, by tab.
  var requested: [TabID: EventID] = [:]
}
