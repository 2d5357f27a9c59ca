internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline
internal import Server

/// The answers to the questions of the extension's popup.
struct PopupAnswers {
  private let store: Store
  private let client: EmbeddedClient
  /// The id of the browser among the browsers of the profile.
  var id = ""

  /// The maximum number of rows in an answer.
  private static let limit = 20
  /// Rows with longer addresses are omitted, because browsers accept messages of up to 1 MiB.
  private static let longestAddress = 8_192

  init(_ store: Store) {
    self.store = store
    client = EmbeddedClient(store)
  }

  /// Answers a question, or performs the action that it requests.
  ///
  /// - Returns: The members of the answer.
  func answer(_ message: JSON) -> [(name: String, value: JSON)] {
    do {
      switch message["question"]?.string {
      case "undo": try store.undo(by: Origin(.user, via: .button))
      case "redo": try store.redo(by: Origin(.user, via: .button))
      case "search": return [("found", .array(find(message["words"]?.string ?? "")))]
      case "bring": try bring(message["item"] ?? .null)
      case "approve": try approve(message)
      case "decline": try store.decline(proposal(message), by: Origin(.user, via: .button))
      case "repair":
        try UnrestoredTabs(in: store, of: [id]).reopen(in: store, by: Origin(.user, via: .button))
      default: break
      }
      return [("state", state())]
    } catch let refusal as Refusal where message["proposal"] != nil {
      return [("notice", .string(refusal.message)), ("state", state())]
    } catch {
      return [("problem", .string("\(error)")), ("state", state())]
    }
  }

  private func state() -> JSON {
    _ = try? store.catchUp()
    let context = CommandContext(store: store, presentation: CommandContext.Presentation())
    func title(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    return .object([
      ("undo", title(context.undoTitle?.text)), ("redo", title(context.redoTitle?.text)),
      ("closed", .array(closed())), ("proposals", .array(proposals(in: context))),
      ("unrestored", .integer(Int64((try? UnrestoredTabs(in: store, of: [id]).pages.count) ?? 0))),
    ])
  }

  /// Returns the proposals that wait for the user's answer.
  private func proposals(in context: CommandContext) -> [JSON] {
    let branch = store.timeline.lineage.branch
    let waiting = try? store.proposals().filter { $0.state == .waiting && $0.target == branch }
    return (waiting ?? []).suffix(Self.limit).compactMap { proposal in
      guard let preview = try? store.previewOfApproving(proposal.id),
        let summary = try? context.summary(of: preview)
      else { return nil }
      return .object([
        ("proposal", .integer(Int64(proposal.id.rawValue))), ("name", .string(proposal.name)),
        ("by", .string(proposal.author.text)), ("words", .string(proposal.words)),
        ("summary", .string(summary.text)), ("digest", .string(preview.digest)),
      ])
    }
  }

  private func proposal(_ message: JSON) -> EventID {
    message["proposal"]?.integer.flatMap { EventID(id: $0) } ?? .nothing
  }

  /// Approves a proposal, unless its effects have changed since the popup showed them.
  private func approve(_ message: JSON) throws {
    guard let digest = message["digest"]?.string else { return }
    try store.approve(proposal(message), digest: digest, by: Origin(.user, via: .button))
  }

  /// Returns the newest closed items.
  private func closed() -> [JSON] {
    let browser = store.browser
    let rows = try? store.read { words in
      browser.closed.reversed().prefix(Self.limit)
        .compactMap { browser.shown($0, text: words) }.map { item in
          let tab = item.tabs[0].tab
          let entry = tab.currentEntry
          return JSON.object([
            ("closed", .integer(Int64(item.id.event.rawValue))),
            ("title", .string(entry.map { browser.title(of: $0, text: words) } ?? "")),
            ("url", .string(entry.map { browser.url(of: $0, text: words) } ?? "")),
            ("tabs", .integer(Int64(item.tabs.count))),
          ])
        }
    }
    return (rows ?? []).filter(Self.isShort)
  }

  /// Returns the pages that contain the given words.
  private func find(_ words: String) -> [JSON] {
    let answer = try? client.result(
      of: "find", [("words", .string(words)), ("limit", .integer(Int64(Self.limit)))])
    return (answer?["found"]?.elements ?? []).filter(Self.isShort)
  }

  private static func isShort(_ row: JSON) -> Bool {
    (row["url"]?.string ?? "").utf8.count <= longestAddress
      && (row["title"]?.string ?? "").utf8.count <= longestAddress
  }

  /// Shows an open tab, reopens a closed one, or opens a page.
  private func bring(_ item: JSON) throws {
    let origin = Origin(.user, via: .button)
    if let closed = item["closed"]?.integer.flatMap({ Int32(exactly: $0) }) {
      try store.perform(.reopen(EventID(closed)), by: origin)
    } else if let tab = item["tabId"]?.integer.flatMap({ TabID(exactly: $0) }),
      let place = item["place"]?.string, ["tab", "closed"].contains(place)
    {
      if place == "closed" {
        _ = try store.reopen(tab.event, by: origin)
        return
      }
      try store.perform(.select(tab), by: origin)
    } else if let url = item["url"]?.string {
      try store.perform(.open(OpenTab(Destination(url, transition: .bookmark))), by: origin)
    }
  }
}
