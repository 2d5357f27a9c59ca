internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store
internal import Timeline

extension Shell {
  /// What `stats` shows.
  func statsAnswer() throws(CommandFailure) -> Answer {
    let rows = try statistics()
    if printsJSON { return Answer { json in for row in rows { json.member(row.name, row.value) } } }
    var table = Table([.left, .right])
    for row in rows { table.add([VisibleText(row.label), VisibleText(row.value.grouped)]) }
    guard past == nil, let failure = store.keepingFailure else {
      return Answer(table, width: nil)
    }
    let reason = VisibleText("States could not be kept lately: \(failure.description)")
    return Answer(lines: table.text(width: nil) + reason + "\n")
  }

  private func statistics() throws(CommandFailure) -> [Statistic] {
    let browser = durableBrowser
    let rows = [
      Statistic("events", "events", Int(browser.sequence.rawValue)),
      Statistic("windows", "windows", browser.windowOrder.count),
      Statistic("tabs", "tabs", browser.tabCount),
      Statistic("closed", "closed items at hand", browser.closed.count),
      Statistic("bookmarks", "bookmarks and folders", browser.bookmarks.count),
      Statistic("zoomedSites", "sites with a zoom", browser.zoom.sites.set.count),
      Statistic("undoneBatches", "batches undone", undoneBatches(isPrivate: false).count),
    ]
    // What follows is of the file and of the whole log, which have no past.
    return past == nil ? rows + (try statisticsOfNow()) : rows
  }

  private func statisticsOfNow() throws(CommandFailure) -> [Statistic] {
    let newest = store.session.sequence
    var rows = [
      Statistic("damagedEvents", "damaged events", store.timeline.damaged.count),
      Statistic("forgottenEvents", "events forgotten", forgottenCount),
      Statistic("unknownEvents", "events of a newer version", store.timeline.unknownCount),
    ]
    guard store.log.directory != nil else { return rows }
    do throws(LogFailure) {
      let statistics = try store.log.statistics()
      rows.append(Statistic("fileBytes", "bytes on disk", Int(statistics.fileBytes)))
      if newest.exists {
        rows.append(
          Statistic(
            "bytesPerEvent", "bytes an event",
            Int(statistics.fileBytes) / Int(newest.rawValue)))
      }
      rows.append(
        Statistic("openedAt", "event at whose state it was opened", Int(store.openedAt.rawValue)))
      rows.append(
        Statistic("keptBytes", "bytes of kept states and of the index", statistics.checkpointBytes))
      rows.append(
        Statistic(
          "rejectedStates", "kept states that did not fit and were dropped",
          try store.rejectedCheckpointCount()))
      rows.append(
        Statistic("indexedPages", "pages in the index", try store.visitIndexSize().rowCount))
    } catch {
      throw CommandFailure(error)
    }
    return rows
  }
}

extension Shell {
  /// How many events have lost words, counted once for each time at which they did.
  private var forgottenCount: Int { store.timeline.redactions.reduce(0) { $0 + $1.count } }
}

/// A number that `stats` shows.
private struct Statistic {
  let name: String
  let label: String
  let value: Int

  init(_ name: String, _ label: String, _ value: Int) {
    self.name = name
    self.label = label
    self.value = value
  }
}
