internal import BrowserModel

/// A question to the user about a proposal, which the agent's own program asks.
struct ProposalQuestion {
  /// The event that made the proposal.
  let proposal: EventID
  /// The effects that the question shows.
  let digest: String
  let text: String
}
