internal import BrowserModel
package import CommandKit
internal import Notation
package import RetraceStore

/// A proposal as JSON.
struct ProposalAnswer: AnswerObject {
  let proposal: Proposal
  /// The name of the branch with the changes.
  let branch: String
  /// The name of the branch that an approval changes.
  let target: String
  /// The effects of an approval in a few words, or nil if the proposal does not wait.
  let summary: String?

  init(_ proposal: Proposal, in context: CommandContext) throws {
    self.proposal = proposal
    branch = try context.branchName(proposal.branch)
    target = try context.branchName(proposal.target)
    summary = proposal.state == .waiting ? try context.summary(of: proposal).text : nil
  }

  static let members = AnswerMembers<Self> { answer in
    answer.member("id", "the event that made the proposal") { $0.proposal.id }
    answer.member("name") { $0.proposal.name }
    answer.member("words", "the explanation of the author") { $0.proposal.words }
    answer.member("by", "the program that made the proposal, or null for the user") {
      $0.proposal.agent
    }
    answer.member("branch", "the branch with the changes") { $0.branch }
    answer.member("target", "the branch that an approval changes") { $0.target }
    answer.member("time") { Timestamp(milliseconds: $0.proposal.milliseconds) }
    answer.member("expires") { Timestamp(milliseconds: $0.proposal.expires) }
    answer.choice("state") { $0.proposal.state }
    answer.optional("answer", "the event that answered the proposal") { $0.proposal.answer }
    answer.optional("summary", "what an approval would change now, if the proposal waits") {
      $0.summary
    }
  }
}

extension Proposal {
  /// The author, for the user.
  package var author: SafeText { agent.map { SafeText($0) } ?? "the user" }

  /// The explanation in quotes, or empty if there is none.
  var quotedWords: SafeText { words.isEmpty ? "" : "“\(SafeText(words))”" }
}
