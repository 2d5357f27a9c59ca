internal import BrowserModel
internal import Exchange
internal import Notation
internal import RetraceStore

/// The orders for the browser, and their effects.
extension LiveSession {
  /// Sends orders for the changes that other programs have made to the profile.
  ///
  /// - Parameter closing: Additional tabs of the browser to close.
  /// - Returns: Whether there are any orders.
  func orderChanges(closing: [Int64] = []) throws -> Bool {
    try store.catchUp()
    let isLagging = lagging.contains { expectations[$0] == nil }
    guard
      recording.known != store.browser.sequence || isLagging || isZoomDue || isBookmarkLagging
        || !closing.isEmpty
    else {
      return false
    }
    recording.known = store.browser.sequence
    return sendOrders(closing.isEmpty ? [] : [.close(tabs: closing)], round: 1)
  }

  private func sendOrders(_ first: [LiveOrder] = [], round: Int) -> Bool {
    claimOpenedWindows()
    var plan = OrderPlan(self, followsOpening: round > 1)
    plan.planAll()
    let bookmarkPlan = planBookmarks()
    isBookmarkLagging = bookmarkPlan.isCut
    for id in bookmarkPlan.tooLong where refusedBookmarks.insert(id).inserted {
      notice("A bookmark is too long for the browser.")
    }
    let (orders, isCut) = fitting(first + plan.orders + bookmarkPlan.orders)
    lagging = lagging.filter { expectations[$0] != nil }.union(plan.lagging)
    if awaitedZooms != plan.awaitedZooms {
      awaitedZooms = plan.awaitedZooms
      noteAwaitedZooms()
    }
    guard !orders.isEmpty else {
      noteShown()
      return false
    }
    for (tab, content) in plan.sameAddress {
      recording.tabs[tab]?.contents[content.entry] = content.id
    }
    newestOrder += 1
    let visited = Set(orders.compactMap(\.visitedTab))
    for (tab, expectation) in plan.expectations where visited.contains(tab) {
      expectations[tab] = expectation
    }
    inFlight = OrderBatch(
      number: newestOrder, orders: orders, isCut: isCut, round: round,
      deadline: .now + OrderBatch.patience)
    messages.append(
      .object([
        ("kind", .string("orders")), ("number", .integer(newestOrder)),
        ("orders", .array(orders.map(message(for:)))),
      ]))
    return true
  }

  /// Returns as many of the first orders as fit into one message, and whether any orders are left.
  /// An order that is too long by itself is not carried out.
  private func fitting(_ orders: [LiveOrder]) -> (orders: [LiveOrder], isCut: Bool) {
    var chosen: [LiveOrder] = []
    var size = 0
    for order in orders {
      let own = message(for: order).bytes.count
      if own > OrderBatch.largestMessage {
        unfulfilled.append(UnfulfilledOrder(order: order, reason: .refused("It is too long.")))
        continue
      }
      size += own
      if size > OrderBatch.largestMessage { return (chosen, true) }
      chosen.append(order)
    }
    return (chosen, false)
  }

  private func message(for order: LiveOrder) -> JSON {
    guard let former = formerState(for: order) else { return order.json }
    return .object(order.json.members + [("was", former)])
  }

  /// Accepts the answer to orders, which contains the browser's windows.
  func finishOrders(_ message: JSON) throws {
    guard let batch = inFlight, message["number"]?.integer == batch.number else { return }
    var looked: [JSON] = []
    for (order, result) in zip(batch.orders, message["results"]?.elements ?? []) {
      try finish(order, result, &looked)
    }
    takeStrip(message)
    takeBookmarks(message)
    takeZooms(message["zooms"]?.elements ?? [])
    if batch.orders.contains(where: \.isAboutBookmarks) { areBookmarksByEngine = true }
    inFlight = nil
    if batch.isCut {
      if sendOrders(round: batch.round) { return }
    } else if batch.round < OrderBatch.roundLimit,
      batch.orders.contains(where: \.createsSomething), sendOrders(round: batch.round + 1)
    {
      return
    }
    noteShown()
    if !looked.isEmpty {
      messages.append(.object([("kind", .string("look")), ("tabs", .array(looked))]))
    }
    try record()
  }

  private func finish(_ order: LiveOrder, _ result: JSON, _ looked: inout [JSON]) throws {
    noteUnfulfilled(order, result)
    if result["failed"] != nil || result["overtaken"] != nil {
      switch order {
      case .travel(let tab, _), .load(let tab, _), .reload(let tab): expectations[tab] = nil
      case .createBookmark: finish(order, bookmarks: result)
      default: break
      }
      return
    }
    switch order {
    case .open(let id, _, _, _, _, _, _):
      guard let tab = result["tab"]?.integer else { return }
      adopt(tab, as: id, isWhole: result["isWhole"]?.isTrue ?? false)
      looked.append(.integer(tab))
    case .openWindow(let id, let window, _, _, _):
      recording.windows[result["window"]?.integer ?? 0] = window
      guard let tab = result["tab"]?.integer else { return }
      adopt(tab, as: id, isWhole: false)
      looked.append(.integer(tab))
    case .tearOff(_, let window):
      recording.windows[result["window"]?.integer ?? 0] = window
    case .close(let tabs): releaseMoved(tabs)
    case .group(_, _, let id, _, _, _):
      if let group = result["group"]?.integer { recording.groups[group] = id }
    case .createBookmark: finish(order, bookmarks: result)
    case .zoom(let tab, _, _):
      // A level that was reported meanwhile may be older than the order.
      let host = strip.tabs.first { $0.id == tab }.flatMap { ObservedZoom.host(of: $0.url) }
      zooms = zooms.filter { $0.key != tab && $0.value.host != host }
    default: break
    }
  }

  /// Connects a tab that the browser has opened to the tab of the profile.
  ///
  /// - Parameter isWhole: Whether the browser reopened its own closed tab, with the complete list.
  private func adopt(_ tab: Int64, as id: TabID, isWhole: Bool) {
    guard let recorded = store.browser.tab(id), let current = recorded.currentEntry else { return }
    if isWhole {
      let history = lookedHistory(of: recorded)
      histories[tab] = history
      recording.resume(tab, as: id, history.observed)
    } else {
      histories[tab] = LookedHistory()
      recording.resume(tab, as: id, ObservedHistory())
      expectations[tab] = PageExpectation(
        content: current.content, former: nil, isLoad: true, deadline: .now + pagePatience)
    }
  }

  /// Checks whether a tab shows the page that was ordered.
  ///
  /// - Returns: Whether to compare the list now. It is not compared before the page arrives.
  func settle(_ tab: Int64, _ history: LookedHistory) throws -> Bool {
    guard let expectation = expectations[tab] else { return true }
    guard let current = history.current, let recorded = recording.tabs[tab] else {
      expectations[tab] = nil
      return true
    }
    let isThere = recorded.contents[current.id] == expectation.content
    let isUnchanged =
      expectation.former?.id == current.id && expectation.former?.url == current.url
    if !isThere, isUnchanged, expectation.deadline > .now { return false }
    expectations[tab] = nil
    if isThere {
      corrected.remove(tab)
    } else if !expectation.isLoad, !isUnchanged, history.isFull, corrected.insert(tab).inserted {
      // Chromium has dropped entries from the middle of a full list, so the number of steps was
      // wrong. They are counted again from here.
      lagging.insert(tab)
      return false
    }
    guard isThere || expectation.isLoad && !isUnchanged else { return true }
    // The list of the browser is known now, so it is not compared again. Only titles are.
    var known = history.observed
    for place in known.entries.indices { known.entries[place].title = "" }
    recording.tabs[tab]?.history = known
    guard !isThere else { return true }
    recording.tabs[tab]?.contents[current.id] = expectation.content
    let url = PageAddress.recorded(current.url)
    let isNewest = store.browser.tab(recorded.id)?.currentEntry?.content == expectation.content
    if isNewest, url != shownURL(recorded.id) {
      // The server or the page has redirected.
      try recording.perform(
        .follow(recorded.id, Destination(url, transition: .link), Following(.replace)), by: .page)
      recording.bind(current.id, tab)
    }
    return true
  }
}
