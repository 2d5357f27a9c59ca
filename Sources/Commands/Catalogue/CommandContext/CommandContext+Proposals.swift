internal import BrowserModel
package import CommandKit
internal import Notation
package import RetraceStore
internal import RetraceTimeline

/// Proposals, by name.
extension CommandContext {
  /// Returns all proposals of the log, in the order in which they were made.
  package func proposals() throws -> [Proposal] {
    guard !store.timeline.proposals.isEmpty else { return [] }
    return try store.proposals(at: presentation.now().milliseconds)
  }

  /// Returns the proposal with a name: the newest one that waits for an answer, otherwise the newest.
  func proposal(named name: String) throws -> Proposal {
    let proposals = try proposals()
    let found = proposals.filter { $0.name == name }
    if let proposal = found.last(where: { $0.state == .waiting }) ?? found.last { return proposal }
    let hint =
      Nearest.name(to: name, among: proposals.map(\.name)).map { "did you mean “\($0)”?" }
      ?? "“proposals” lists them."
    throw CommandError("noSuchProposal", "There is no proposal “\(name)”; \(hint)")
  }

  /// Returns the effects of approving a proposal.
  ///
  /// - Parameter things: The things whose changes are applied, as typed, or an empty array for all.
  func preview(of proposal: Proposal, only things: [String]) throws -> ProposalPreview {
    let all = try store.previewOfApproving(proposal.id)
    guard let selection = try self.things(things, in: all) else { return all }
    return try store.previewOfApproving(proposal.id, only: selection)
  }

  /// Returns a summary of the effects of approving a proposal now.
  package func summary(of proposal: Proposal) throws -> SafeText {
    do {
      return try summary(of: store.previewOfApproving(proposal.id))
    } catch is Refusal {
      return "nothing to apply"
    }
  }

  /// Returns a summary of the effects of an approval.
  package func summary(of preview: ProposalPreview) throws -> SafeText {
    try store.readUncached { words in
      let difference = Difference(from: preview.present, to: preview.state, words)
      let kept = preview.conflicts.count
      let summary = difference.isEmpty ? "no change" : difference.summary()
      return summary + (kept == 0 ? "" : "; " + .counted(kept, "conflict"))
    }
  }

  /// Returns the things that the user has typed, or nil if the user has typed none.
  func things(
    _ typed: [String], in preview: ProposalPreview
  ) throws -> Set<MergeConflict.Thing>? {
    guard !typed.isEmpty else { return nil }
    var things: Set<MergeConflict.Thing> = []
    for text in typed.flatMap({ $0.split(separator: ",") }) {
      things.insert(try thing(String(text), in: preview))
    }
    return things
  }

  private func thing(
    _ text: String, in preview: ProposalPreview
  ) throws -> MergeConflict.Thing {
    switch WhySubjectName(text) {
    case .any(.id(let number)), .tab(.id(let number)), .window(.id(let number)),
      .group(.id(let number)), .bookmark(.id(let number)):
      let id = EventID(id: number)
      let found = id.flatMap { id in
        [preview.state, preview.present].lazy.compactMap { MergeConflict.Thing(id, in: $0) }.first
      }
      if let found { return found }
      throw CommandError("notProposed", "The proposal does not change #\(number).")
    case .defaultZoom: return .defaultZoom
    case .zoomOf(let host, _):
      let site = try store.readUncached { words in
        [preview.state, preview.present].lazy.compactMap {
          words.site(named: host, among: $0.browser.zoom.sites)
        }.first
      }
      if let site { return .siteZoom(site) }
      throw CommandError("notProposed", "The proposal does not change the zoom of \(host).")
    case .setting(let name): return .setting(name)
    default:
      throw CommandError(
        "badArguments",
        "“\(text)” is not the id of a thing, such as #12. “zoom HOST”, “zoom default” and settings "
          + "are possible too.", status: .usage)
    }
  }
}

extension MergeConflict.Thing {
  /// Finds the thing with an id: an open tab, a window, a group or a bookmark.
  fileprivate init?(_ id: EventID, in state: ProfileState) {
    if state.browser.tab(TabID(id)) != nil {
      self = .tab(TabID(id))
    } else if state.browser.window(WindowID(id)) != nil {
      self = .window(WindowID(id))
    } else if state.browser.group(GroupID(id)) != nil {
      self = .group(GroupID(id))
    } else if state.library.bookmarks[BookmarkID(id)] != nil {
      self = .bookmark(BookmarkID(id))
    } else {
      return nil
    }
  }
}
