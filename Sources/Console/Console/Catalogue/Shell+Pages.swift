internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store

/// Pages by how often and lately they were visited.
extension Shell {
  func pages(_ query: PageQuery) throws(CommandFailure) -> [Page] {
    do throws(LogFailure) {
      return try store.pages(query)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The pages that count most, with all of some words in URL or title.
  func topPages(matching text: String?, limit: Int) throws(CommandFailure) -> [Page] {
    let wanted = [Needle](wordsOf: text ?? "")
    var query = PageQuery()
    query.limit = limit
    query.isPrivate = isPrivate
    query.last = past?.position
    if wanted.isEmpty { return try pages(query) }
    query.limit = .max
    return Array(
      try pages(query).lazy.filter { wanted.areIn($0.title, or: $0.url) }.prefix(limit))
  }

  func pagesAnswer(_ pages: [Page]) throws(CommandFailure) -> Answer {
    if printsJSON {
      let times = try times(of: pages.map(\.newestVisit))
      return Answer { json in
        json.array("visits") { json in
          for page in pages {
            json.object { page.write(to: &$0, time: times[page.newestVisit]) }
          }
        }
      }
    }
    var table = Table([.right, .left, .left])
    for page in pages {
      table.add([
        "\(page.visitCount) ×", style.apply(.dim, to: "#\(page.newestVisit.rawValue)"),
        label(title: page.title, url: page.url),
      ])
    }
    return table.isEmpty ? Answer("No page matches.") : Answer(table, width: presentation.columns)
  }
}

extension Shell {
  /// When visits happened, by their events.
  private func times(
    of visits: [BrowserModel.EventID]
  ) throws(CommandFailure) -> [BrowserModel.EventID: Timestamp] {
    var times: [BrowserModel.EventID: Timestamp] = [:]
    for visit in visits {
      try visitAll(isPrivate: visit.isPrivate, from: visit, through: visit) { event, _ in
        times[visit] = Timestamp(milliseconds: event.happenedMilliseconds)
        return false
      }
    }
    return times
  }
}

extension Page {
  fileprivate func write(to json: inout JSONWriter, time: Timestamp?) {
    json.member("id", newestVisit.rawValue)
    json.member("time", time)
    json.member("url", url)
    json.member("title", title)
    json.member("visits", visitCount)
    json.member("lastVisit", newestVisit.rawValue)
  }
}
