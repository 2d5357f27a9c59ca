/// The text that shows a URL to a person: the URL itself, with its host in Unicode where that is
/// safe.
///
/// The scheme stays, and so does all percent-encoding. Parsing the text gives the same URL again.
public func displayText(of url: URL) -> String {
  guard let shown = DisplayHost.unicode(of: url) else { return url.href }
  let layout = url.layout
  let total = url.href.utf8.count
  return url.text(0..<layout.hostStart) + shown + url.text(layout.hostEnd..<total)
}
