/// A proposal was answered. If the answer is an approval, the other events of its batch apply the
/// changes.
public struct ProposalAnswered: Equatable, Sendable, BitwiseCopyable {
  /// The event that made the proposal.
  public var proposal: EventID = .nothing
  /// The answer.
  public var answer: Answer = .declined
  public init() {}

  /// The possible answers. Raw values are stored and never reused.
  public enum Answer: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    /// The user declined the proposal.
    case declined
    /// The user approved the proposal, completely or partly.
    case approved
    /// The author withdrew the proposal.
    case withdrawn
  }
}

extension ProposalAnswered.Answer: CustomStringConvertible {
  /// The name in JSON and commands.
  public var description: String {
    switch self {
    case .declined: "declined"
    case .approved: "approved"
    case .withdrawn: "withdrawn"
    }
  }
}
