public import BrowserModel
internal import RetraceEventLog
internal import RetraceTimeline

/// Proposals: a program works on a branch and proposes its changes, and the user approves or declines
/// them.
///
/// ```swift
/// let branch = BranchID(try store.branch("work", by: tidier).sequence)
/// try store.switchBranch(to: branch)
/// try store.perform(.closeTabs([tab]), by: tidier)
/// try store.propose(branch, as: "tidy", saying: "Closes what you have read.", by: tidier)
/// try store.switchBranch(to: .nothing)
/// if let proposal = try store.proposal(named: "tidy") {
///   let preview = try store.previewOfApproving(proposal.id)  // … the user looks at it …
///   try store.approve(proposal.id, digest: preview.digest)
/// }
/// ```
extension Store {
  /// The maximum length of the explanation of a proposal, in bytes of UTF-8.
  public static let longestExplanation = 1_000

  /// Returns all proposals of the log, on any branch, in the order in which they were made.
  ///
  /// - Parameter milliseconds: The time that decides whether a proposal has expired, in milliseconds
  ///   since 1970 UTC, or nil for the time of the store's clock.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(proposals · answers)
  public func proposals(at milliseconds: Int64? = nil) throws -> [Proposal] {
    let milliseconds = milliseconds ?? clock()
    return try withReader { reader in
      try timeline.proposals.map { try proposal($0, at: milliseconds, reader) }
    }
  }

  /// Returns the newest proposal with a name, or nil if there is none.
  public func proposal(named name: String, at milliseconds: Int64? = nil) throws -> Proposal? {
    try proposals(at: milliseconds).last { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Proposes to merge the changes that a branch has made so far into the branch from which it forks.
  ///
  /// If the same author has another proposal with this name or of this branch that waits for an
  /// answer, the other proposal is withdrawn in the same batch.
  ///
  /// - Parameters:
  ///   - branch: The branch with the changes.
  ///   - name: The name, with the same rules as in ``mark(_:at:by:if:)``.
  ///   - words: An explanation for the user, at most ``longestExplanation`` bytes long.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Returns: A commit whose first event identifies the proposal.
  /// - Throws: `Refusal`: `noSuchBranch`; `notAllowed` for the main branch; `nothingToDo` if the
  ///   branch has no changes to merge; `invalidValue` for the name, or if a proposal of another
  ///   author with the name waits for an answer; `tooLong`.
  @discardableResult
  public func propose(
    _ branch: BranchID, as name: String, saying words: String = "", by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    let now = clock()
    return try writeAboutLog(origin, precondition, at: now) { (draft, reader) in
      if let refusal = PointName.refusal(of: name) { throw refusal }
      guard words.utf8.count <= Self.longestExplanation else {
        throw Refusal(
          .tooLong,
          "The explanation is too long. It can be at most \(Self.longestExplanation) bytes long.")
      }
      guard branch.exists else {
        throw Refusal(
          .notAllowed, "Only the changes of a branch can be proposed, not those of main.")
      }
      guard let known = timeline.branches.first(where: { $0.id == branch }) else {
        throw Self.noSuchBranch(branch)
      }
      let waiting = try waitingProposals(at: now, reader)
      for other in waiting
      where other.name.utf8.elementsEqual(name.utf8) && other.agent != origin.agent {
        throw Refusal(
          .invalidValue, "A proposal of another author is called “\(name)”. Choose another name.")
      }
      let record = ProposalRecord(
        event: try sequence(after: timeline.position), branch: branch, target: known.parent,
        milliseconds: now)
      let approval = try approval(of: record, reader)
      guard !approval.isEmpty else {
        throw Refusal(.nothingToDo, "The branch has no changes to propose.")
      }
      var body = BranchProposed()
      body.branch = branch
      body.target = known.parent
      body.name = draft.text(name)
      if !words.isEmpty { body.note = draft.text(words) }
      draft.append(.time(.proposed(body)))
      for other in waiting where other.agent == origin.agent {
        guard other.branch == branch || other.name.utf8.elementsEqual(name.utf8) else { continue }
        draft.append(.answer(other.id, .withdrawn))
      }
    }
  }

  /// Returns the result that ``approve(_:only:digest:by:if:)`` would have. Nothing is written.
  ///
  /// - Parameters:
  ///   - id: The proposal.
  ///   - things: The things whose changes are applied, or nil for all changes. A window, group or
  ///     folder includes its contents.
  /// - Throws: `Refusal`: `noSuchProposal`; `invalidValue` if the proposal does not change one of the
  ///   things; `nothingToDo` if the changes were already merged.
  /// - Complexity: O(tabs + events since the nearest checkpoints)
  public func previewOfApproving(
    _ id: EventID, only things: Set<MergeConflict.Thing>? = nil
  ) throws -> ProposalPreview {
    try reading { reader in
      let record = try record(of: id)
      let all = try approval(of: record, reader)
      let shown = try things.map { try approval(of: record, only: $0, reader) } ?? all
      return ProposalPreview(
        present: shown.present, state: shown.state, conflicts: shown.conflicts,
        digest: "\(timeline.position.rawValue)-\(all.effects.digits(of: id))")
    }
  }

  /// Applies the changes of a proposal to the store's branch, as one batch with the name of the
  /// proposal. After an undo of the batch, the proposal waits again.
  ///
  /// Changes that are not selected are skipped, and later proposals of the branch do not repeat them.
  ///
  /// - Parameters:
  ///   - id: The proposal.
  ///   - things: The things whose changes are applied, as in ``previewOfApproving(_:only:)``.
  ///   - digest: The digest of the preview that the user has seen. If the effects of the approval
  ///     have changed since then, the approval is refused. Nil approves what the proposal does now.
  ///   - origin: The author, who must be the user and not a program.
  ///   - precondition: The condition.
  /// - Throws: `Refusal`: the errors of ``previewOfApproving(_:only:)``; `notAllowed` if a program
  ///   approves, or if the proposal is about another branch; `nothingToDo` if the proposal does not
  ///   wait for an answer, or if no change can be applied; `changedSince` if the digest does not match
  ///   any more; `invalidValue` for a digest of something else.
  @discardableResult
  public func approve(
    _ id: EventID, only things: Set<MergeConflict.Thing>? = nil, digest: String? = nil,
    by origin: Origin = Origin(), if precondition: Precondition = Precondition()
  ) throws -> Commit {
    try Self.refuseProgram(origin)
    let now = clock()
    let targets: [ActionTarget] = precondition.unchangedSince == nil ? [] : [.everything]
    let performed = try commit(if: precondition, about: targets) { writer in
      let proposal = try waitingProposal(id, at: now, writer.reader)
      let record = try record(of: id)
      guard record.target == timeline.lineage.branch else {
        throw Refusal(.notAllowed, "The proposal “\(proposal.name)” is about another branch.")
      }
      let approval = try approval(of: record, only: things, writer.reader)
      if let digest {
        try refuseChange(
          since: digest, record, in: approval.restoration.selection, writer.reader)
      }
      let draft = try decide(
        .restore(approval.restoration), on: approval.present, words, writer.reader)
      return try append(
        draft, to: writer, milliseconds: now, origin: origin,
        label: BatchLabel(name: proposal.name, precondition))
    }
    return performed ?? .nothing
  }

  /// Declines a proposal.
  ///
  /// - Throws: `Refusal`: `noSuchProposal`; `notAllowed` if a program declines; `nothingToDo` if the
  ///   proposal does not wait for an answer.
  @discardableResult
  public func decline(
    _ id: EventID, by origin: Origin = Origin(), if precondition: Precondition = Precondition()
  ) throws -> Commit {
    try Self.refuseProgram(origin)
    let now = clock()
    return try writeAboutLog(origin, precondition, at: now) { (draft, reader) in
      _ = try waitingProposal(id, at: now, reader)
      draft.append(.answer(id, .declined))
    }
  }

  /// Withdraws a proposal of the same author.
  ///
  /// - Throws: `Refusal`: `noSuchProposal`; `notAllowed` if another author made the proposal;
  ///   `nothingToDo` if the proposal does not wait for an answer.
  @discardableResult
  public func withdraw(
    _ id: EventID, by origin: Origin = Origin(), if precondition: Precondition = Precondition()
  ) throws -> Commit {
    let now = clock()
    return try writeAboutLog(origin, precondition, at: now) { (draft, reader) in
      let proposal = try waitingProposal(id, at: now, reader)
      guard proposal.agent == origin.agent else {
        throw Refusal(
          .notAllowed, "Only the author can withdraw a proposal. The user can decline it.")
      }
      draft.append(.answer(id, .withdrawn))
    }
  }

  // MARK: Finding proposals

  private static func refuseProgram(_ origin: Origin) throws {
    guard origin.agent != nil else { return }
    throw Refusal(.notAllowed, "Only the user can answer a proposal, not a program.")
  }

  private func record(of id: EventID) throws -> ProposalRecord {
    guard let record = timeline.proposals.first(where: { $0.event == id }) else {
      throw Refusal(.noSuchProposal, "There is no proposal #\(id.rawValue).")
    }
    return record
  }

  /// Returns a proposal, or throws a refusal if the proposal does not wait for an answer.
  private func waitingProposal(
    _ id: EventID, at now: Int64, _ reader: borrowing Reader
  ) throws -> Proposal {
    let proposal = try proposal(record(of: id), at: now, reader)
    if let refusal = proposal.refusal { throw refusal }
    return proposal
  }

  private func waitingProposals(
    at now: Int64, _ reader: borrowing Reader
  ) throws -> [Proposal] {
    var waiting: [Proposal] = []
    for record in timeline.proposals where timeline.answer(to: record.event) == nil {
      let proposal = try proposal(record, at: now, reader)
      if proposal.state == .waiting { waiting.append(proposal) }
    }
    return waiting
  }

  /// Reads the texts and the state of a proposal.
  private func proposal(
    _ record: ProposalRecord, at now: Int64, _ reader: borrowing Reader
  ) throws -> Proposal {
    var (agent, run): (String?, UInt32) = (nil, 0)
    var (name, words) = ("", "")
    try reader.visitEvents(
      from: record.event, through: record.event, backwards: false, damaged: { _ in },
      { event, texts in
        agent = event.agent.isPresent ? texts(event.agent) : nil
        run = event.batchRun
        if case .time(.proposed(let body)) = event.body {
          if body.name.isPresent { name = texts(body.name) }
          if body.note.isPresent { words = texts(body.note) }
        }
        return false
      })
    let days =
      reader.text(.value, of: timeline.browser.settings.source(of: .proposalDays))
      .flatMap { Int64($0) } ?? Int64(Settings.defaultProposalDays)
    // A log from elsewhere can contain any value.
    let validDays = min(max(days, 1), Int64(Settings.largestProposalDays))
    let expires = record.milliseconds.addingReportingOverflow(validDays * 86_400_000).partialValue
    let answer = timeline.answer(to: record.event)
    let state: Proposal.State =
      switch answer?.answer {
      case .approved: .approved
      case .declined: .declined
      case .withdrawn: .withdrawn
      case nil: now < expires ? .waiting : .expired
      }
    return Proposal(
      id: record.event, name: name.isEmpty ? Branch.name(ofForgotten: record.event) : name,
      words: words, agent: agent, run: run, branch: record.branch, target: record.target,
      milliseconds: record.milliseconds, expires: expires, state: state, answer: answer?.event)
  }

  // MARK: Approvals

  /// The states that an approval compares, and its result.
  private struct Approval {
    let restoration: Restoration
    let present: ProfileState
    let state: ProfileState
    let conflicts: [MergeConflict]
    /// Whether there is nothing to apply and nothing to skip.
    let isEmpty: Bool

    var effects: ProposalEffects { ProposalEffects(from: present, to: state, conflicts) }
  }

  /// Returns the result of approving a proposal.
  ///
  /// - Parameters:
  ///   - things: The things whose changes are applied, or nil.
  ///   - moment: The moment of the branch that the approval changes.
  private func approval(
    of record: ProposalRecord, only things: Set<MergeConflict.Thing>? = nil,
    at moment: Moment = .present, _ reader: borrowing Reader
  ) throws -> Approval {
    guard let branch = try timeline.branch(record.branch, reader) else {
      throw Self.noSuchBranch(record.branch)
    }
    guard let target = try timeline.branch(record.target, reader) else {
      throw Self.noSuchBranch(record.target)
    }
    var here = try target.moment(moment, reader)
    var theirs = try branch.moment(.after(record.event), reader)
    guard let shared = here.mergeBase(with: theirs),
      shared.branch != record.branch || shared.through < record.event,
      let origin = try timeline.branch(shared.branch, reader)
    else { throw Refusal(.nothingToDo, "The changes of this proposal were already merged.") }
    var base = try origin.moment(Moment(newest: shared.through), reader)
    var merge = BranchMerged()
    merge.branch = record.branch
    merge.through = record.event
    var restoration = try Restoration(
      merging: theirs.readState(reader), since: base.readState(reader), recording: merge)
    var answer = ProposalAnswered()
    answer.proposal = record.event
    answer.answer = .approved
    restoration.answer = answer
    restoration.selection = try things.map { try restoration.expanding($0) }
    let present = try here.readState(reader)
    let next = try sequence(after: present.browser.sequence)
    let texts = LogText(privateLog)
    let conflicts = try texts.withReader(reader) { texts in
      try present.conflicts(of: restoration, next: next, text: texts)
    }
    var draft = Draft()
    do {
      draft = try decide(.restore(restoration), on: present, texts, reader)
    } catch let refusal as Refusal where refusal.code == .nothingToDo {
      // The draft stays empty.
    }
    return Approval(
      restoration: restoration, present: present,
      state: outcome(of: restoration, draft, on: present), conflicts: conflicts,
      isEmpty: draft.isEmpty && conflicts.isEmpty)
  }

  /// Refuses an approval whose effects are different from the effects that a digest identifies.
  ///
  /// - Parameter selection: The things to approve, or nil for all things.
  private func refuseChange(
    since digest: String, _ record: ProposalRecord, in selection: Set<MergeConflict.Thing>?,
    _ reader: borrowing Reader
  ) throws {
    let parts = digest.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let number = Int32(parts[0]), number > 0,
      EventID(number).isKnown(at: timeline.position), EventID(number) >= record.event
    else {
      throw Refusal(.invalidValue, "“\(digest)” is not the digest of a preview.")
    }
    let seen = try self.approval(of: record, at: .after(EventID(number)), reader).effects
    guard seen.digits(of: record.event) == parts[1] else {
      throw Refusal(.invalidValue, "“\(digest)” is not the digest of a preview of this proposal.")
    }
    let things = try approval(of: record, reader).effects.differences(from: seen, in: selection)
    guard !things.isEmpty else { return }
    let events = try reader.events(
      touching: [ActionTarget(things: things.map(\.event))], after: EventID(number), of: timeline)
    let names = things.prefix(3).map(\.name)
    let others = things.count > 3 ? ["\(things.count - 3) more"] : []
    throw Refusal(
      .changedSince,
      "The proposal would now have other effects than shown, on "
        + (names + others).joined(separator: ", ") + ". Look at the proposal again.",
      events: events)
  }
}

extension Body {
  /// Creates an answer to a proposal.
  fileprivate static func answer(_ proposal: EventID, _ answer: ProposalAnswered.Answer) -> Body {
    var body = ProposalAnswered()
    body.proposal = proposal
    body.answer = answer
    return .time(.answered(body))
  }
}

extension MergeConflict.Thing {
  /// The event that created the thing, or `.nothing` for settings, the default zoom and the profile.
  fileprivate var event: EventID {
    switch self {
    case .window(let id): id.event
    case .tab(let id): id.event
    case .group(let id): id.event
    case .bookmark(let id): id.event
    case .siteZoom(let name): name
    case .defaultZoom, .setting, .profile: .nothing
    }
  }

  /// The name of the thing in a message.
  fileprivate var name: String {
    switch self {
    case .window(let id): "window #\(id.rawValue)"
    case .tab(let id): "tab #\(id.rawValue)"
    case .group(let id): "group #\(id.rawValue)"
    case .bookmark(let id): "bookmark #\(id.rawValue)"
    case .siteZoom(let name): "zoom #\(name.rawValue)"
    case .defaultZoom: "the default zoom"
    case .setting(let name): "the setting \(name)"
    case .profile: "the values of the profile"
    }
  }
}

extension Restoration {
  /// Returns the things to select, with the contents of windows, groups and folders.
  ///
  /// - Throws: `Refusal` (`invalidValue`) if the branch has not changed one of the things.
  fileprivate func expanding(
    _ things: Set<MergeConflict.Thing>
  ) throws(Refusal) -> Set<MergeConflict.Thing> {
    guard let base else { return things }
    let changed = Set(base.changes(to: past).compactMap(\.mergedThing))
    var selected: Set<MergeConflict.Thing> = []
    for thing in things {
      let all = contents(of: thing, since: base).filter { changed.contains($0) }
      guard !all.isEmpty else {
        throw Refusal(.invalidValue, "The proposal does not change \(thing.name).")
      }
      selected.formUnion(all)
    }
    return selected
  }

  /// Returns a thing, and the things in it on either side. A new bookmark includes its folders.
  private func contents(
    of thing: MergeConflict.Thing, since base: ProfileState
  ) -> [MergeConflict.Thing] {
    var all = [thing]
    switch thing {
    case .window(let id):
      for browser in [base.browser, past.browser] {
        all += browser.tabs.filter { $0.window == id }.map { .tab($0.id) }
        all += browser.groups.filter { $0.window == id }.map { .group($0.id) }
      }
    case .group(let id):
      for browser in [base.browser, past.browser] {
        all += browser.tabs.filter { $0.group == id }.map { .tab($0.id) }
      }
    case .bookmark(let id):
      for bookmarks in [base.library.bookmarks, past.library.bookmarks] {
        var folders = [id]
        while let folder = folders.popLast() {
          let children = bookmarks.children(of: folder)
          all += children.map { .bookmark($0) }
          folders += children
        }
        var parent = bookmarks[id]?.parent ?? .nothing
        while parent.exists, base.library.bookmarks[parent] == nil {
          all.append(.bookmark(parent))
          parent = bookmarks[parent]?.parent ?? .nothing
        }
      }
    case .tab, .siteZoom, .defaultZoom, .setting, .profile: break
    }
    return all
  }
}
