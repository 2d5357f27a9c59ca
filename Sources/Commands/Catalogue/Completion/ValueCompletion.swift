internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// Finds the things in a profile that continue the typed text.
package struct ValueCompletion {
  private let context: CommandContext
  private let typed: String
  typealias Candidate = Completion.Candidate

  /// The maximum number of candidates. A list that is longer than the screen ends with the number
  /// of candidates that are not shown.
  private static let limit = 1_000
  /// The maximum number of pages or events offered as candidates. Each of them requires a look-up.
  private static let completionLimit = 50
  /// The maximum number of tabs, and also of bookmarks, that are checked for a hint after each key.
  private static let hintLimit = 100
  private static let detailColumns = 60

  package init(_ context: CommandContext, typed: String) {
    self.context = context
    self.typed = typed
  }

  func candidates(_ kind: ValueKind) -> [Candidate] {
    switch kind {
    case .tab: readTabs()
    case .window: readWindows()
    case .group: readGroups()
    case .bookmark: readBookmarks()
    case .closedItem: readClosedItems()
    case .folder, .folderOrWords: readFolders()
    case .tags: readTags()
    case .setting: beginning(Settings.Name.allCases.map { Candidate("\($0)") })
    case .valueName: readValueNames()
    case .point: readPoints()
    case .event: readEvents(isPrivate: context.isPrivate)
    case .mark: readNamedPoints([]) { !$0.isBranch }
    case .branch: readNamedPoints([PointName.main]) { $0.isBranch }
    case .proposal: readProposals()
    case .run: readRuns()
    case .eventKind: beginning(LogFilter.kindNames.map { Candidate($0) })
    case .agent: readAgents()
    case .device: readDevices { _ in true }
    case .otherDevice: readDevices { !$0.isThis }
    case .choice(let names): beginning(names.map { Candidate($0) })
    case .expression: beginning(ExpressionParser.words.map { Candidate($0) })
    case .thing: beginning(WhySubjectName.words.map { Candidate($0) }) + readTabs()
    case .address: readAddresses()
    case .site, .words: readSites()
    case .file: FileNames.beginning(with: typed).map { Candidate($0) }
    case .profile: profiles
    default: []
    }
  }

  /// The names of the profiles in the standard folder, such as the default profile.
  private var profiles: [Candidate] {
    guard let folder = EnvironmentVariables.process.folder("XDG_DATA_HOME", ".local/share") else {
      return []
    }
    let names = FileNames.beginning(with: "\(folder)/").filter { $0.hasSuffix("/") }
    return beginning(names.map { Candidate(String($0.dropLast())) })
  }

  /// Returns tabs by position or id. If letters were typed, returns the matching tabs of all
  /// windows.
  private func readTabs() -> [Candidate] {
    let wanted = [SearchPattern](wordsOf: typed)
    let isText = isText
    return read { words in
      var focused: [Candidate] = []
      var others: [Candidate] = []
      context.visitTabs { place in
        let hasFocus = context.hasFocus(place.window)
        let list = hasFocus ? focused : others
        guard list.count < Self.limit, hasFocus || !typed.isEmpty else { return }
        guard isText || reference(to: place).hasPrefix(typed) else { return }
        let names = words.names(of: place.tab, in: place.browser)
        guard !isText || wanted.areIn(names.all) else { return }
        let label = context.label(title: names.title, url: names.url)
        let candidate = Candidate(reference(to: place), detail: shown(label.text))
        if hasFocus { focused.append(candidate) } else { others.append(candidate) }
      }
      return Array((focused + others).prefix(Self.limit))
    }
  }

  /// Returns the reference to a tab in the form that the user has begun to type, which is its id or
  /// its place.
  private func reference(to place: TabPlace) -> String {
    if typed.hasPrefix("#") { return "#\(place.tab.rawValue)" }
    let namesWindow = typed.utf8.contains(UInt8(ascii: ":")) || !context.hasFocus(place.window)
    return namesWindow ? place.name : "\(place.position)"
  }

  /// Whether words are being typed, as opposed to a position or id.
  private var isText: Bool { Reference.isWords(typed) }

  /// Returns windows by position. If letters were typed, returns the matching windows.
  private func readWindows() -> [Candidate] {
    read { words in
      let all = context.windows.enumerated().map { offset, window in
        let active = context.browser(of: window.id).tab(window.activeTab)
        let label = active.map { context.label(of: $0, words) } ?? ""
        return Candidate(
          "\(offset + 1)",
          detail: shown("\(SafeText.counted(window.tabs.count, "tab")): \(label)"))
      }
      guard isText else { return beginning(all) }
      return context.searchOfWindows(typed, words).found.compactMap { thing in
        all.first { $0.text == thing.position }
      }
    }
  }

  /// Returns closed items by their position in `closed`. If letters were typed, returns the
  /// matching items.
  private func readClosedItems() -> [Candidate] {
    read { words in
      let things = ClosedItems(context, words).named(isText ? typed : "")
      let all = things.map { thing in
        Candidate(
          typed.hasPrefix("#") ? "#\(thing.id.rawValue)" : thing.position,
          detail: shown(context.label(title: thing.title, url: thing.url).text))
      }
      return isText ? Array(all.prefix(Self.limit)) : beginning(all)
    }
  }

  /// Returns the names of the custom values of any owner, in order.
  private func readValueNames() -> [Candidate] {
    offered {
      let state = try context.readState()
      return try context.read { words in
        var names: Set<String> = []
        for browser in [state.browser, context.privateBrowser] {
          let state = ProfileState(browser: browser, library: state.library)
          for owner in browser.values.owners + state.library.values.owners
          where names.count < Self.limit {
            names.formUnion(state.values(of: owner, text: words).map(\.name))
          }
        }
        return beginning(names.sorted().map { Candidate($0) })
      }
    }
  }

  private func readGroups() -> [Candidate] {
    read { words in
      chosen(
        context.browser.groups.map { group in
          named(group.id, context.browser.title(of: group, text: words))
        })
    }
  }

  private func readBookmarks() -> [Candidate] {
    readWithBookmarks { bookmarks, words in
      chosen(
        bookmarks.all.map { bookmark in
          named(bookmark.id, words.text(.title, of: bookmark.title) ?? "")
        })
    }
  }

  /// Returns the candidates whose ids continue the typed text. If letters were typed, returns the
  /// candidates with matching titles.
  private func chosen(_ candidates: [Candidate]) -> [Candidate] {
    guard isText else { return beginning(candidates) }
    let wanted = [SearchPattern](wordsOf: typed)
    return Array(
      candidates.lazy.filter { wanted.areIn([$0.detail ?? ""]) }.prefix(Self.limit))
  }

  private func readFolders() -> [Candidate] {
    readWithBookmarks { bookmarks, words in
      let folders = bookmarks.all.filter { $0.kind == .folder }
      return beginning(folders.map { Candidate(path(of: $0, in: bookmarks, words)) })
    }
  }

  /// Returns the tags of bookmarks as continuations of the typed list of tags.
  private func readTags() -> [Candidate] {
    let typedTags = typed.utf8.lastIndex(of: UInt8(ascii: ",")).map { typed[...$0] } ?? ""
    return readWithBookmarks { bookmarks, words in
      let tags = Set(bookmarks.all.flatMap { words.tags(of: $0) })
        .subtracting(typedTags.split(separator: ",").map(String.init))
      return beginning(tags.sorted().map { Candidate(typedTags + $0) })
    }
  }

  private func path(of folder: Bookmark, in bookmarks: Bookmarks, _ words: LogText) -> String {
    var names: [String] = []
    var current: Bookmark? = folder
    while let bookmark = current {
      names.append(words.text(.title, of: bookmark.title) ?? "")
      current = bookmarks[bookmark.parent]
    }
    return names.reversed().joined(separator: "/")
  }

  /// Returns the URLs that continue the typed text, best first.
  func readAddresses() -> [Candidate] {
    offered {
      try AddressCandidates(context: context, typed: typed).best(Self.completionLimit).map {
        address in
        Candidate(address.text, detail: address.title.isEmpty ? nil : shown(address.title))
      }
    }
  }

  /// Returns the best URL that continues the typed text, for a hint.
  package func readBestAddress() -> String? {
    offered {
      let addresses = AddressCandidates(context: context, typed: typed, keptLimit: Self.hintLimit)
      return try addresses.best(Self.completionLimit).prefix(1).map { Candidate($0.text) }
    }.first?.text
  }

  /// Returns the hosts of the best pages that continue the typed text, best first.
  private func readSites() -> [Candidate] {
    offered {
      var counts: [(host: String, pages: Int)] = []
      for address in try AddressCandidates(context: context, typed: typed).best(Self.limit) {
        guard let host = BrowserModel.host(ofURL: address.url).map({ String($0) }) else { continue }
        if let place = counts.firstIndex(where: { $0.host == host }) {
          counts[place].pages += 1
        } else {
          counts.append((host, 1))
        }
      }
      return counts.prefix(Self.completionLimit).map { count in
        Candidate(count.host, detail: SafeText.counted(count.pages, "page").text)
      }
    }
  }

  /// Returns the points that continue the typed text. Names come first, because there are only a
  /// few names and the user chose them.
  private func readPoints() -> [Candidate] {
    let points =
      readNamedPoints(["start", "now"]) { _ in true } + beginning(times)
      + readEvents(isPrivate: false)
    return Array(points.prefix(Self.completionLimit))
  }

  /// Some example times that show the forms that can be typed.
  private var times: [Candidate] {
    let sign = typed.hasPrefix("@") ? "@" : ""
    let now = context.presentation.now()
    return ["today", "yesterday", "noon", "8am", "1h", "monday"].map { word in
      let time = PointInTime(word[...])?.timestamp(now: now).shortText(now: now)
      return Candidate(sign + word, detail: time)
    }
  }

  /// Returns the newest events by number, each with its time and description.
  private func readEvents(isPrivate: Bool) -> [Candidate] {
    // A private number is negative. Without a #, it would be a number of events before now.
    let sign = isPrivate || typed.hasPrefix("#") ? "#" : ""
    // A name is being typed, so no events are needed.
    guard typed.isEmpty || typed.hasPrefix(sign),
      typed.dropFirst(sign.count).utf8.allSatisfy({
        (0x30...0x39).contains($0) || isPrivate && $0 == UInt8(ascii: "-")
      })
    else { return [] }
    return offered {
      let lines = try newestEvents(isPrivate: isPrivate, sign: sign)
      let undone = context.shownTimeline(isPrivate: isPrivate).undoneBatches
      return try context.read { words in
        lines.map { line in
          let time = Timestamp(milliseconds: line.event.milliseconds)
          let parts = [
            context.shortTime(time), context.sentence(of: line, words),
            undone.contains(line.event.batch) ? "(undone)" : "",
          ]
          let detail = parts.filter { !$0.isEmpty }.joined(separator: "  ")
          return Candidate(
            "\(sign)\(line.event.sequence.rawValue)",
            detail: detail.truncated(toColumns: Self.detailColumns).text)
        }
      }
    }
  }

  /// Returns the newest events of the console's branch whose numbers continue the typed text.
  private func newestEvents(
    isPrivate: Bool, sign: String
  ) throws -> [EventLine] {
    var lines: [EventLine] = []
    var count = 0
    let line = context.store.timeline.lineage
    try context.visitEventsOfAllLines(isPrivate: isPrivate, backwards: true) { event, words in
      count += 1
      if isPrivate || line.contains(event), "\(sign)\(event.sequence.rawValue)".hasPrefix(typed) {
        lines.append(EventLine(event, words: words))
      }
      return lines.count < Self.completionLimit && count < Self.eventsLookedAt
    }
    return lines
  }

  /// Returns the programs that wrote some of the newest events, newest first.
  private func readAgents() -> [Candidate] {
    offered {
      var names: [String] = []
      var count = 0
      try context.visitEventsOfAllLines(isPrivate: false, backwards: true) { event, words in
        count += 1
        if event.agent.isPresent {
          let name = words(event.agent)
          if !names.contains(name) { names.append(name) }
        }
        return count < Self.eventsLookedAt
      }
      return beginning(names.map { Candidate($0) })
    }
  }

  /// Returns the names of the proposals that wait for an answer. If the user has begun to type a
  /// name, also returns the other proposals.
  private func readProposals() -> [Candidate] {
    offered {
      var candidates: [Candidate] = []
      for proposal in try context.proposals().reversed()
      where proposal.state == .waiting || !typed.isEmpty {
        guard !candidates.contains(where: { $0.text == proposal.name }) else { continue }
        candidates.append(
          Candidate(
            proposal.name, detail: shown("by \(proposal.author.text), \(proposal.state.rawValue)")))
      }
      return beginning(candidates)
    }
  }

  /// Returns the runs of programs that wrote some of the newest events, newest first.
  private func readRuns() -> [Candidate] {
    offered {
      let newest = context.store.timeline.position
      let first = max(EventID(1), newest.advanced(by: -Int32(Self.eventsLookedAt)))
      let now = context.presentation.now()
      return beginning(
        try context.store.runs(after: first.advanced(by: -1)).reversed().map { run in
          let time = Timestamp(milliseconds: run.began).shortText(now: now)
          return Candidate(
            run.id, detail: "\(time), \(SafeText.counted(run.actions, "action").text)")
        })
    }
  }

  /// Returns the names of the devices, or their numbers if a number was typed.
  private func readDevices(_ isWanted: (Device) -> Bool) -> [Candidate] {
    offered {
      let names = try context.deviceNames()
      return beginning(
        names.all.filter(isWanted).map { device in
          let isNumber = typed.utf8.first.map { (0x30...0x39).contains($0) } ?? false
          let detail = device.isThis ? "this device" : nil
          return isNumber
            ? Candidate("\(names.ordinal(of: device.number))", detail: names[device.number].text)
            : Candidate(names[device.number].text, detail: detail)
        })
    }
  }

  /// The maximum number of newest events that are checked while the user waits.
  private static let eventsLookedAt = 1_000

  /// Returns the names of marks and branches that continue the typed text, and also the given
  /// words. Hidden branches are included only if the user has begun to type a name.
  private func readNamedPoints(_ words: [String], _ isWanted: (NamedPoint) -> Bool) -> [Candidate] {
    let words = words.map { Candidate($0) }
    let candidates = offered(
      {
        try context.namedPoints().filter { isWanted($0) && !($0.isHidden && typed.isEmpty) }
          .map { Candidate($0.name) } + words
      }, else: words)
    return beginning(candidates)
  }

  private func named(_ id: some EventReference, _ title: String) -> Candidate {
    Candidate("#\(id.rawValue)", detail: shown(title))
  }

  private func shown(_ text: String) -> String {
    SafeText(text).truncated(toColumns: Self.detailColumns).text
  }

  private func beginning(_ candidates: [Candidate]) -> [Candidate] {
    Array(candidates.lazy.filter { $0.text.hasPrefix(typed) }.prefix(Self.limit))
  }

  private func read(_ body: (LogText) -> [Candidate]) -> [Candidate] {
    offered { try context.read(body) }
  }

  private func readWithBookmarks(_ body: (Bookmarks, LogText) -> [Candidate]) -> [Candidate] {
    offered {
      try context.readLibrary { body($0.bookmarks, $1) }
    }
  }

  private func offered(
    _ read: () throws -> [Candidate], else others: [Candidate] = []
  ) -> [Candidate] {
    do {
      return try read()
    } catch {
      // If the state cannot be read, nothing is offered; the command itself reports the problem.
      return others
    }
  }
}

extension String {
  /// The text without `https://` or `http://`, and without `www.`.
  package var withoutWebScheme: String {
    var rest = self[...]
    for prefix in ["https://", "http://", "www."] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    return String(rest)
  }
}
