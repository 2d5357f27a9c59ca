internal import BrowserModel

/// What differs about tabs and their histories, in words.
extension Difference {
  func line(_ change: TabChange, of id: EventID) -> DifferenceLine {
    let tab: VisibleText = "tab \(number(id))"
    let name = name(ofTab: id)
    return switch change {
    case .opened(let place):
      DifferenceLine(
        sign: .came, sentence: "\(tab) opened at \(position(place))", name: name)
    case .closed(let place):
      DifferenceLine(
        sign: .went, sentence: "\(tab) closed at \(position(place))", name: name)
    case .moved(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(tab) moved \(move(from, to))", name: name)
    case .pinned(let isPinned):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) \(isPinned ? "pinned" : "unpinned")", name: name)
    case .muted(let isMuted):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) \(isMuted ? "muted" : "unmuted")", name: name)
    case .grouped(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) group \(groupName(from)) → \(groupName(to))", name: name)
    case .opener(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) opener \(number(from)) → \(number(to))", name: name)
    default: line(showing: change, of: id)
    }
  }

  /// What a tab shows, and how.
  private func line(showing change: TabChange, of id: EventID) -> DifferenceLine {
    let tab: VisibleText = "tab \(number(id))"
    let name = name(ofTab: id)
    return switch change {
    case .current(let from, let to): line(from: row(from, id, former), to: row(to, id, latter), tab)
    case .pending(_, let to):
      DifferenceLine(
        sign: .changed,
        sentence: to.exists ? "\(tab) is going to \(url(to))" : "\(tab) is going nowhere else")
    case .status(let from, let to):
      DifferenceLine(
        sign: .changed,
        sentence: "\(tab) \(status(from, id, former)) → \(status(to, id, latter))", name: name)
    case .temporaryZoom(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(tab) own zoom \(zoom(from)) → \(zoom(to))", name: name)
    default: DifferenceLine(sign: .changed, sentence: tab)
    }
  }

  func line(_ change: EntryChange, of entry: EventID, in tab: EventID) -> DifferenceLine {
    let subject: VisibleText = "tab \(number(tab))"
    let row = row(entry, of: tab)
    let name = row.map { label(of: $0) } ?? ""
    return switch change {
    case .gained: DifferenceLine(sign: .came, sentence: "\(subject) page \(name)")
    case .lost: DifferenceLine(sign: .went, sentence: "\(subject) page \(name)")
    case .page(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(subject) page \(url(from)) → \(url(to))")
    case .title(let from, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) title \(quoted(from)) → \(quoted(to))",
        name: row.map { VisibleText(url($0.content)) } ?? "")
    case .scroll: DifferenceLine(sign: .changed, sentence: "\(subject) scrolled", name: name)
    case .picture(_, let to):
      DifferenceLine(
        sign: .changed, sentence: "\(subject) \(to.exists ? "picture" : "no picture")", name: name)
    case .marks(let from, let to):
      DifferenceLine(sign: .changed, sentence: "\(subject) \(marks(from, to))", name: name)
    }
  }

  // MARK: Places and names

  /// From 1; the window is named where there is more than one.
  private func position(_ place: Place) -> VisibleText {
    Set(former.windowOrder).union(latter.windowOrder).count == 1
      ? "\(place.index + 1)" : "\(place.index + 1) in window \(number(place.container))"
  }

  private func move(_ from: Place, _ to: Place) -> VisibleText {
    from.container == to.container
      ? "\(from.index + 1) → \(to.index + 1)"
      : "window \(number(from.container)) → \(number(to.container)), "
        + "\(from.index + 1) → \(to.index + 1)"
  }

  private func groupName(_ id: EventID) -> VisibleText {
    guard id.exists else { return "none" }
    let title = group(id).map { self.title($0.title) } ?? ""
    return title.isEmpty ? number(id) : "“\(title)”"
  }

  private func row(_ entry: EventID, _ tab: EventID, _ browser: Browser) -> Row? {
    browser.tab(tab)?.rows.last { $0.entry == entry }
  }

  /// From one page to another: by their titles where these tell them apart.
  private func line(from: Row?, to: Row?, _ tab: VisibleText) -> DifferenceLine {
    let titles = (from: shortLabel(of: from), to: shortLabel(of: to))
    let isClear = titles.from != titles.to
    let names = isClear ? titles : (from: address(of: from), to: address(of: to))
    let address = address(of: to)
    return DifferenceLine(
      sign: .changed, sentence: "\(tab) went \(names.from) → \(names.to)",
      name: names.to == address ? "" : address)
  }

  /// The title, else the URL.
  private func shortLabel(of row: Row?) -> VisibleText {
    let title = row.map { self.title($0.title) } ?? ""
    return title.isEmpty ? address(of: row) : VisibleText(title)
  }

  private func address(of row: Row?) -> VisibleText {
    guard let row else { return "none" }
    let url = url(row.content)
    return url == Destination.startPage ? "Start page" : VisibleText(url)
  }

  private func status(
    _ status: Tab.Status, _ tab: EventID, _ browser: Browser
  ) -> VisibleText {
    let reason = status == .failed ? text(.reason, browser.tab(tab)?.failure ?? .nothing) : ""
    return reason.isEmpty
      ? VisibleText(naming: status) : "\(VisibleText(naming: status)) (\(reason))"
  }

  private func zoom(_ level: ZoomLevel) -> VisibleText {
    level.exists ? VisibleText(level.percentText) : "none"
  }

  private func marks(_ from: Row.Marks, _ to: Row.Marks) -> VisibleText {
    let differing = from.symmetricDifference(to)
    if differing.contains(.skippable) {
      return to.contains(.skippable) ? "page is skipped by back" : "page is no longer skipped"
    }
    return to.contains(.activated) ? "page was touched" : "page counts as untouched"
  }
}
