internal import BrowserModel
internal import Catalogue
internal import CommandKit
internal import RetraceStore
internal import RetraceTimeline

/// Notices about proposals of programs that wait for an answer on the console's branch.
struct ProposalNotices {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Returns a line for each proposal after an event, such as “tidier proposes tidy: 14 tabs closed”.
  func readLines(after event: EventID) -> [SafeText] {
    do {
      let branch = context.store.timeline.lineage.branch
      let proposals = try context.proposals().filter { proposal in
        proposal.id > event && proposal.state == .waiting && proposal.target == branch
          && proposal.agent != nil && proposal.agent != context.agent
      }
      return try proposals.map { proposal in
        let name = SafeText(proposal.name)
        let what = try context.summary(of: proposal)
        return context.style.apply(
          .cyan, to: "\(proposal.author) proposes \(name): \(what). ")
          + context.style.apply(
            .dim, to: "“proposals \(name)” shows it, “approve \(name)” applies it.")
      }
    } catch {
      // The user did not ask for the proposals. The next command reports problems with the log.
      return []
    }
  }
}
