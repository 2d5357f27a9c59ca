public import BrowserModel

/// An answer to a proposal, as recorded in the log.
public struct ProposalAnswerRecord: Equatable, Sendable {
  /// The event that records the answer.
  public let event: EventID
  /// The batch of the event, which contains the changes of an approval.
  public let batch: BatchID
  /// The branch of the event.
  public let branch: BranchID
  /// The proposal.
  public let proposal: EventID
  /// The answer.
  public let answer: ProposalAnswered.Answer
  /// The events that undid and redid the batch, alternately.
  var turns: [EventID] = []

  /// Whether the batch is undone. An undone approval does not count as an answer.
  public var isUndone: Bool { !turns.count.isMultiple(of: 2) }

  /// Returns the record as it was at an earlier event, or nil if there was none.
  func at(_ position: EventID) -> ProposalAnswerRecord? {
    guard event <= position else { return nil }
    var record = self
    record.turns = turns.filter { $0 <= position }
    return record
  }
}

extension Timeline {
  /// Returns the newest answer to a proposal that is not undone, or nil if the proposal waits for an
  /// answer.
  public func answer(to proposal: EventID) -> ProposalAnswerRecord? {
    proposalAnswers.last { $0.proposal == proposal && !$0.isUndone }
  }
}
