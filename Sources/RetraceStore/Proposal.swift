public import BrowserModel

/// A proposal to merge the changes of a branch, with its name and its state.
///
/// A proposal covers its branch up to the event that made the proposal. Later changes of the branch
/// are not part of it.
public struct Proposal: Equatable, Identifiable, Sendable {
  /// The event that made the proposal.
  public let id: EventID
  /// The name, or `#` and the id if the name was forgotten.
  public let name: String
  /// The explanation of the author, or an empty string.
  public let words: String
  /// The program that made the proposal, or nil if the user did.
  public let agent: String?
  /// The run of the program (``Origin/run``), or 0 if unknown.
  public let run: UInt32
  /// The branch with the proposed changes.
  public let branch: BranchID
  /// The branch that an approval changes, or `.nothing` for the main branch.
  public let target: BranchID
  /// The time of the proposal, in milliseconds since 1970 UTC.
  public let milliseconds: Int64
  /// The time from which the proposal can no longer be approved, in milliseconds since 1970 UTC
  /// (`Settings.Name.proposalDays`).
  public let expires: Int64
  /// The state.
  public let state: State
  /// The event that answered the proposal, or nil if nobody has answered it.
  public let answer: EventID?

  /// The reason why the proposal cannot be answered, or nil if it waits for an answer.
  public var refusal: Refusal? {
    switch state {
    case .waiting: nil
    case .expired:
      Refusal(.nothingToDo, "The proposal “\(name)” has expired, and must be made again.")
    case .approved, .declined, .withdrawn:
      Refusal(.nothingToDo, "The proposal “\(name)” was already \(state.rawValue).")
    }
  }

  /// The states of a proposal.
  public enum State: String, CaseIterable, Sendable {
    /// The proposal waits for an answer.
    case waiting
    /// The user approved the proposal, and the approval is not undone.
    case approved
    /// The user declined the proposal.
    case declined
    /// The author withdrew the proposal, or replaced it with another.
    case withdrawn
    /// Nobody answered the proposal in time.
    case expired
  }
}
