import Addresses
import BrowserModel
import RetraceTimeline

extension OpenLog {
  /// Reads a destination: a number, and a text. The number is 0 for none, 1 for typed text, and 2 for
  /// a URL, which is followed by the way in which it is reached.
  func optionalDestination(
    _ reader: inout RequestReader
  ) throws(Failure) -> Destination? {
    switch reader.number() {
    case 0: return nil
    case 1: return try destination(ofTyped: reader.text())
    case 2: return Destination(reader.text(), transition: try reader.choice())
    default: throw .badArguments()
    }
  }

  func destination(_ reader: inout RequestReader) throws(Failure) -> Destination {
    guard let destination = try optionalDestination(&reader) else { throw .badArguments() }
    return destination
  }

  /// Returns the destination of typed text: a URL, a search, or the page of a keyword.
  func destination(ofTyped text: String) throws(Failure) -> Destination {
    if Destination.isStartPage(text) { return Destination(text, transition: .startPage) }
    let resolution = Typed.resolve(text, by: .retrace, typedContext())
    guard let url = resolution.url else { throw Failure("invalidAddress", resolution.reason) }
    let isSame = url.href.utf8.elementsEqual(text.utf8)
    return Destination(
      url.href, input: isSame ? nil : text,
      reason: isSame ? nil : "\(Policy.retrace.name): \(resolution.reason)",
      searchWords: resolution.words, transition: resolution.kind == .search ? .generated : .typed)
  }

  private func typedContext() -> Typed.Context {
    let library = timeline.readLibrary(events)
    var context = Typed.Context()
    if let template = library.settings.value(of: .searchTemplate, text: events) {
      context.search = SearchTemplate(template) ?? context.search
    }
    if let engines = library.settings.value(of: .searchEngines, text: events) {
      // A list that an older version wrote may be invalid.
      context.engines = (try? SearchEngineList(engines))?.engines ?? []
    }
    guard library.bookmarks.hasKeywords else { return context }
    for bookmark in library.bookmarks.all where bookmark.keyword.exists {
      guard let keyword = events.text(.keyword, of: bookmark.keyword), !keyword.isEmpty,
        let url = events.text(.url, of: bookmark.url)
      else { continue }
      context.bookmarks.append(KeywordBookmark(keyword: keyword, text: url))
    }
    return context
  }
}
