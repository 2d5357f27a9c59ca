internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// Commands about proposals: a program works on a branch, and the user approves its changes.
enum ProposalCommands {
  static let all: [ConsoleCommand] = [propose, list, approve, decline, withdraw]

  private static let propose = CommandCatalogue.command(
    CommandDeclaration(
      "propose", in: .time, .mayWrite, "propose the changes of a branch to the user",
      details: [
        "A proposal covers the changes of the branch up to now, compared with the branch from which "
          + "it forked. Nothing changes until the user approves. Later changes of the branch are not "
          + "part of the proposal.",
        "A second proposal with the same name or of the same branch replaces the first. A proposal "
          + "that nobody answers expires after the days in the setting proposalDays.",
      ],
      takes: [.required("name", .proposal)],
      options: [
        .value("of", "BRANCH", .branch, "the branch with the changes (the current branch)"),
        .value("say", "TEXT", .text, "an explanation for the user"),
      ],
      answers: .written,
      examples: [
        .init("propose tidy --of try", "propose the changes of the branch “try”"),
        .init("propose tidy --of try --say \"Closes what you finished.\"", "explain them"),
      ])
  ) { context, arguments throws in
    let name = arguments.text("name") ?? ""
    let branch = try arguments.text("of").map { try context.branch(named: $0) }
    let performed = try context.write { store in
      try store.propose(
        branch ?? store.timeline.lineage.branch, as: name, saying: arguments.text("say") ?? "",
        by: context.origin, if: context.precondition)
    }
    return context.answer(
      performed, "proposed \(name); “proposals \(name)” shows it, “approve \(name)” applies it")
  }

  private static let list = CommandCatalogue.command(
    CommandDeclaration(
      "proposals", in: .time, .reads, "list the proposals that wait, or show one",
      details: [
        "With a name, shows what an approval would change now, and the changes that it would skip "
          + "because of conflicts. --tree shows the changed tabs in their windows and groups: + is "
          + "opened, - is closed, ~ is changed.",
        "The digest in the JSON answer identifies what was shown. “approve --digest” requires that "
          + "the effects are still the same.",
      ],
      takes: [.optional("name", .proposal)],
      options: [
        .flag("all", "also list the proposals that were answered or have expired"),
        .flag("tree", "with a name: show the changed tabs in their windows and groups"),
        only,
      ],
      exclusive: [["all", "tree"], ["all", "only"]],
      answers: .anyOf([listMembers.shape, shownMembers.shape]),
      examples: [
        .init("proposals", "list the proposals that wait for an answer"),
        .init("proposals tidy", "show what an approval would change"),
        .init("proposals tidy --tree", "show the changed tabs in their windows"),
      ])
  ) { context, arguments throws in
    guard let name = arguments.text("name") else {
      for option in ["tree", "only"] where arguments.has(option) {
        throw CommandError(
          "conflict", "--\(option) requires the name of a proposal.", status: .usage)
      }
      return try listAnswer(all: arguments.has("all"), in: context)
    }
    let proposal = try context.proposal(named: name)
    let preview = try context.preview(of: proposal, only: arguments.texts("only"))
    return try shownAnswer(proposal, preview, isTree: arguments.has("tree"), in: context)
  }

  private static let approve = CommandCatalogue.command(
    CommandDeclaration(
      "approve", in: .time, .mayWrite, "apply the changes of a proposal",
      details: [
        "Shows a summary and asks for confirmation, unless --yes or --digest is given. The changes "
          + "are applied like those of “merge”: conflicting changes are skipped and listed. An "
          + "approval is one action with the name of the proposal. After “undo”, the proposal waits "
          + "again.",
        "--only applies the changes of some things: the id of a tab, window, group or bookmark, "
          + "“zoom HOST”, “zoom default” or a setting. A window, group or folder includes its "
          + "contents. The remaining changes are not proposed again.",
        "If the effects are not what was shown, nothing is applied. Only the user can approve. A "
          + "program that was named with --as or “hello” cannot.",
      ],
      takes: [.required("name", .proposal)],
      options: [
        only,
        .value("digest", "D", .word, "the digest of what “proposals” has shown"),
        .flag("yes", "do not ask for confirmation"),
      ],
      answers: Answer.writtenMembers().and(MergeCommand.keptMembers).shape,
      examples: [
        .init("approve tidy", "see a summary and apply the changes"),
        .init("approve tidy --only #12 --yes", "apply only the changes of the thing with this id"),
      ])
  ) { context, arguments throws in
    try approveAnswer(arguments, in: &context)
  }

  private static let decline = CommandCatalogue.command(
    CommandDeclaration(
      "decline", in: .time, .mayWrite, "decline a proposal",
      details: ["Nothing else changes. The branch stays, and can be proposed again."],
      takes: [.required("name", .proposal)],
      answers: .written,
      examples: [.init("decline tidy", "decline the proposal")])
  ) { context, arguments throws in
    let proposal = try context.proposal(named: arguments.text("name") ?? "")
    let performed = try context.write { store in
      try store.decline(proposal.id, by: context.origin, if: context.precondition)
    }
    return context.answer(performed, "declined \(proposal.name)")
  }

  private static let withdraw = CommandCatalogue.command(
    CommandDeclaration(
      "withdraw", in: .time, .mayWrite, "withdraw a proposal of one's own",
      details: ["Only the author of a proposal can withdraw it. The user can decline it."],
      takes: [.required("name", .proposal)],
      answers: .written,
      examples: [.init("withdraw tidy", "withdraw the proposal")])
  ) { context, arguments throws in
    let proposal = try context.proposal(named: arguments.text("name") ?? "")
    let performed = try context.write { store in
      try store.withdraw(proposal.id, by: context.origin, if: context.precondition)
    }
    return context.answer(performed, "withdrew \(proposal.name)")
  }

  private static let only = CommandOption.value(
    "only", "THING", .thing, isRepeatable: true, "only the changes of this thing")

  // MARK: Listing

  private static let listMembers = AnswerMembers<[ProposalAnswer]>(
    list: "proposals", "in the order in which they were made"
  ) { $0.all(ProposalAnswer.members) { $0 } }

  private static let shownMembers = AnswerMembers<
    (proposal: ProposalAnswer, diff: JSONWriter, preview: ProposalPreview)
  > { shown in
    shown.object("proposal", "the proposal") {
      $0.all(ProposalAnswer.members) { $0.proposal }
    }
    shown.all(Difference.members) { $0.diff }
    shown.all(MergeCommand.keptMembers) { $0.preview.conflicts }
    shown.member("digest", "identifies the effects, for “approve”") { $0.preview.digest }
  }

  private static func listAnswer(all: Bool, in context: CommandContext) throws -> Answer {
    let proposals = try context.proposals().filter { all || $0.state == .waiting }
    let answers = try proposals.map { try ProposalAnswer($0, in: context) }
    if context.printsJSON { return Answer(json: answers, listMembers) }
    guard !answers.isEmpty else {
      return Answer(all ? "No proposals." : "No proposal waits for an answer.")
    }
    var table = Table([.left, .left, .left, .left, .left])
    for answer in answers {
      let proposal = answer.proposal
      let time = context.shortTime(Timestamp(milliseconds: proposal.milliseconds))
      table.add([
        context.style.apply(.bold, to: SafeText(proposal.name)), proposal.author,
        context.style.apply(.dim, to: time),
        proposal.state == .waiting ? "" : SafeText(proposal.state.rawValue),
        [answer.summary.map { SafeText(trusted: $0) } ?? "", proposal.quotedWords]
          .filter { !$0.isEmpty }.joined(separator: "  "),
      ])
    }
    return Answer(table, width: context.presentation.columns)
  }

  /// Returns the answer of `proposals NAME`.
  private static func shownAnswer(
    _ proposal: Proposal, _ preview: ProposalPreview, isTree: Bool, in context: CommandContext
  ) throws -> Answer {
    let answer = try ProposalAnswer(proposal, in: context)
    let kept = try MergeCommand.keptLines(preview.conflicts, from: preview.present, in: context)
    let tree = try isTree ? ChangedTabsTree(preview, context).lines() : nil
    return try context.read { words in
      let difference = Difference(from: preview.present, to: preview.state, words)
      if context.printsJSON {
        return Answer(json: (answer, difference.json(in: context), preview), shownMembers)
      }
      let time = context.shortTime(Timestamp(milliseconds: proposal.milliseconds))
      var lines: SafeText =
        context.style.apply(.bold, to: SafeText(proposal.name))
        + " by \(proposal.author), \(time), \(proposal.state.rawValue): \(difference.summary())\n"
      if !proposal.words.isEmpty { lines += proposal.quotedWords + "\n" }
      lines += tree ?? difference.table(context.style).text(width: context.presentation.columns)
      return Answer(lines: lines + kept)
    }
  }

  // MARK: Approving

  private static func approveAnswer(
    _ arguments: Arguments, in context: inout CommandContext
  ) throws -> Answer {
    let name = arguments.text("name") ?? ""
    let proposal = try context.proposal(named: name)
    var digest = arguments.text("digest")
    if context.isServed, digest == nil {
      throw UsageError(
        .missingArgument, "“approve” needs the “digest” that “proposals” answers for “\(name)”")
    }
    let things = arguments.texts("only")
    if context.agent != nil {
      throw CommandError("notAllowed", "Only the user can answer a proposal, not a program.")
    }
    if let refusal = proposal.refusal { throw refusal }
    try refuseOtherBranch(proposal, in: context)
    let preview = try context.preview(of: proposal, only: things)
    if digest == nil, !arguments.has("yes") {
      let summary = try context.read { words in
        Difference(from: preview.present, to: preview.state, words).summary()
      }
      try context.confirm(
        "Approve “\(proposal.name)” by \(proposal.author): \(summary)? “proposals "
          + "\(proposal.name)” shows each change.")
      digest = preview.digest
    }
    let selection = try context.things(things, in: preview)
    let performed: Commit
    do {
      performed = try context.write { store in
        try store.approve(
          proposal.id, only: selection, digest: digest, by: context.origin,
          if: context.precondition)
      }
    } catch let refusal as Refusal
      where refusal.code == .nothingToDo && !preview.conflicts.isEmpty
    {
      let kept = try MergeCommand.keptLines(preview.conflicts, from: preview.present, in: context)
      throw CommandError("\(refusal.code)", "\(refusal.message)\n\(kept.text.dropLast())")
    }
    context.past = nil
    return try MergeCommand.answer(
      "approved \(proposal.name)", from: preview.present, to: context.readPresentState(),
      preview.conflicts, performed, in: context)
  }

  private static func refuseOtherBranch(
    _ proposal: Proposal, in context: CommandContext
  ) throws {
    guard proposal.target != context.store.timeline.lineage.branch else { return }
    let target = try context.branchName(proposal.target)
    throw CommandError(
      "notAllowed",
      "The proposal “\(proposal.name)” is about the branch “\(target)”. “switch \(target)” switches "
        + "to it.")
  }
}
