public import BrowserModel
public import RetraceEventLog

/// The reason why something was not done. Nothing was written, unless a failure of the log states
/// otherwise.
public enum StoreFailure: Error, Sendable {
  /// The state does not allow the action.
  case refused(Refusal)
  /// The log cannot be read or written.
  case log(LogFailure)

  /// One sentence for the user.
  public var message: String {
    switch self {
    case .refused(let refusal): refusal.message
    case .log(let failure): failure.description
    }
  }
}
