internal import BrowserModel
internal import Notation

/// Orders that were sent to the extension.
struct OrderBatch {
  let number: Int64
  let orders: [LiveOrder]
  /// Whether there are more orders, which did not fit into the message.
  let isCut: Bool
  /// The number of earlier batches for the same changes. A second batch may be necessary, because
  /// tabs must be open before they can be arranged.
  let round: Int
  /// The time until which the session waits for the answer.
  let deadline: ContinuousClock.Instant

  /// The time that the extension may take to answer.
  static let patience = Duration.seconds(10)
  /// The maximum number of bytes of a batch. Browsers accept messages of up to 1 MiB.
  static let largestMessage = 900_000
  /// The maximum number of batches for the same changes.
  static let roundLimit = 4
}
