internal import BrowserModel
internal import Session

/// One page that was visited.
struct Visit {
  let event: Sequence
  let milliseconds: Int64
  let url: String
  /// Empty where none was reported.
  let title: String
}

/// What `visits` and the completion of addresses share.
extension Shell {
  /// Pages with all of some words in URL or title, newest first.
  ///
  /// - Parameters:
  ///   - after: Only those behind this event.
  ///   - scanLimit: How many events are looked at, at most.
  func visits(
    matching text: String?, after: Sequence? = nil, limit: Int, scanLimit: Int = .max
  ) throws(CommandFailure) -> [Visit] {
    let wanted = (text ?? "").lowercased().split(separator: " ")
    var visits: [Visit] = []
    // Newest first: a page's title is met before the page.
    var titles: [Sequence: String] = [:]
    var scanned = 0
    try visitLog(isPrivate: isPrivate, from: after.map { $0.advanced(by: 1) }) { event, words in
      scanned += 1
      if case .page(.titled(let body)) = event.body, titles[body.content] == nil {
        titles[body.content] = words(body.title)
      }
      let url = event.visitedURL
      // One that was forgotten is there and empty.
      guard url.isPresent, url.count > 0 else { return scanned < scanLimit }
      let visit = Visit(
        event: event.sequence, milliseconds: event.milliseconds, url: words(url),
        title: titles.removeValue(forKey: event.sequence) ?? "")
      if visit.has(wanted) { visits.append(visit) }
      return visits.count < limit && scanned < scanLimit
    }
    return visits
  }

  func visitsAnswer(_ visits: [Visit]) -> Answer {
    if printsJSON {
      return Answer { json in
        json.array("visits") { json in
          for visit in visits { json.object { visit.write(to: &$0) } }
        }
      }
    }
    var table = Table([.left, .left, .left])
    for visit in visits {
      let time = Timestamp(milliseconds: visit.milliseconds).shortText(now: presentation.now())
      table.add([
        style.apply(.dim, to: "#\(visit.event.rawValue)"), VisibleText(time),
        label(title: visit.title, url: visit.url),
      ])
    }
    return table.isEmpty ? Answer("No page matches.") : Answer(table, width: presentation.columns)
  }
}

extension Visit {
  fileprivate func has(_ words: [Substring]) -> Bool {
    guard !words.isEmpty else { return true }
    let haystack = "\(title) \(url)".lowercased()
    return words.allSatisfy { haystack.contains($0) }
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("id", event.rawValue)
    json.member("time", Timestamp(milliseconds: milliseconds))
    json.member("url", url)
    json.member("title", title)
  }
}

extension Event {
  /// The URL that a visit of a page says; a place in the same page is no visit.
  fileprivate var visitedURL: Text {
    switch body {
    case .tab(.opened(let body)): body.url
    case .navigation(.committed(let body)): body.isSameDocument ? .absent : body.url
    default: .absent
    }
  }
}
