internal import BrowserModel
internal import Notation
internal import Store

/// One page that was visited.
struct Visit {
  let event: EventID
  let milliseconds: Int64
  let url: String
  /// Empty where none was reported.
  let title: String
}

/// What `visits` shows.
extension Shell {
  /// Pages with all of some words in URL or title, newest first.
  ///
  /// - Parameter after: Only those behind this event.
  /// - Complexity: O(events looked at): every visit is told, so an index of pages is no help.
  func visits(
    matching text: String?, after: EventID? = nil, limit: Int
  ) throws(CommandFailure) -> [Visit] {
    let wanted = [Needle](wordsOf: text ?? "")
    var visits: [Visit] = []
    // Newest first: a page's title is met before the page.
    var titles: [EventID: String] = [:]
    try visitLog(isPrivate: isPrivate, from: after.map { $0.advanced(by: 1) }) { event, words in
      if case .page(.titled(let body)) = event.body, titles[body.content] == nil {
        titles[body.content] = words(body.title)
      }
      if case .page(.visited(let body)) = event.body {
        titles[event.sequence] = words(body.title)
      }
      let url = event.visitedURL
      // One that was forgotten is there and empty.
      guard url.isPresent, url.count > 0 else { return true }
      let address = words(url)
      guard isVisitable(address.utf8) else { return true }
      let title = titles.removeValue(forKey: event.sequence) ?? ""
      guard wanted.areIn(title, or: address) else { return true }
      visits.append(
        Visit(
          event: event.sequence, milliseconds: event.happenedMilliseconds, url: address,
          title: title))
      return visits.count < limit
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
  fileprivate func write(to json: inout JSONWriter) {
    json.member("id", event.rawValue)
    json.member("time", Timestamp(milliseconds: milliseconds))
    json.member("url", url)
    json.member("title", title)
  }
}
