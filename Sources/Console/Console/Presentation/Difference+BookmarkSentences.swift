internal import BrowserModel

/// What differs about bookmarks, in words.
extension Difference {
  func line(_ change: BookmarkChange, of id: EventID) -> DifferenceLine {
    let subject: VisibleText = "\(kind(id)) \(number(id))"
    let name = name(ofBookmark: id)
    return switch change {
    case .added(let place):
      DifferenceLine(
        sign: .came, sentence: "\(subject) added at \(position(place, latter))", name: name)
    case .removed(let place):
      DifferenceLine(
        sign: .went, sentence: "\(subject) removed from \(position(place, former))", name: name)
    case .moved(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) moved \(move(from, to))", name: name)
    case .title(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) title \(quoted(from)) → \(quoted(to))")
    case .url(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) \(url(from)) → \(url(to))", name: name)
    case .tags(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) tags \(tagged(from)) → \(tagged(to))", name: name)
    case .keyword(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) keyword \(word(from)) → \(word(to))", name: name)
    case .note(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) note \(noted(from)) → \(noted(to))", name: name)
    }
  }

  private func kind(_ id: EventID) -> VisibleText {
    bookmark(id).map { VisibleText(naming: $0.kind) } ?? "bookmark"
  }

  private func name(ofBookmark id: EventID) -> VisibleText {
    guard let bookmark = bookmark(id) else { return "" }
    let title = title(bookmark.title)
    let url = text(.url, bookmark.url)
    if bookmark.kind == .folder { return "\(title)/" }
    return title.isEmpty ? VisibleText(url) : url.isEmpty ? "\(title)" : "\(title) — \(url)"
  }

  /// `Work/2`: the folder's path, and the position in it from 1.
  private func position(_ place: Place, _ browser: Browser) -> VisibleText {
    "\(path(place.container, browser))\(place.index + 1)"
  }

  private func move(_ from: Place, _ to: Place) -> VisibleText {
    from.container == to.container
      ? "\(from.index + 1) → \(to.index + 1)"
      : "\(position(from, former)) → \(position(to, latter))"
  }

  private func path(_ folder: EventID, _ browser: Browser) -> VisibleText {
    var path: VisibleText = ""
    var next = folder
    while let folder = browser.bookmarks[next] {
      path = "\(title(folder.title))/" + path
      next = folder.parent
    }
    return path
  }

  private func tagged(_ event: EventID) -> VisibleText {
    let tags = tags(event)
    return tags.isEmpty ? "none" : "\(tags.joined(separator: ", "))"
  }

  private func word(_ event: EventID) -> VisibleText {
    let keyword = text(.keyword, event)
    return keyword.isEmpty ? "none" : "\(keyword)"
  }

  private func noted(_ event: EventID) -> VisibleText {
    let note = text(.note, event)
    return note.isEmpty ? "none" : "“\(note)”"
  }
}
