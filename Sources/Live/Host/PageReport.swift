internal import BrowserModel
internal import Exchange
internal import Notation

/// The scroll position or the picture of a page, as reported when the page was left or shown.
struct PageReport {
  let tab: Int64
  /// The browser's key of the entry.
  let key: String
  let content: Content

  enum Content {
    case scroll(x: Int32, y: Int32)
    /// A picture in JPEG.
    case picture([UInt8])
  }

  init?(_ message: JSON) {
    guard let tab = message["tab"]?.integer, let key = message["key"]?.string else { return nil }
    self.tab = tab
    self.key = key
    if let picture = message["picture"]?.string.flatMap(Base64.decoded), !picture.isEmpty {
      content = .picture(picture)
    } else if let x = message["x"]?.integer, let y = message["y"]?.integer {
      content = .scroll(x: Int32(clamping: x), y: Int32(clamping: y))
    } else {
      return nil
    }
  }
}
