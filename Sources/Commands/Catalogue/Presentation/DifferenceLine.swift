internal import BrowserModel
internal import CommandKit

/// A difference as shown to the user, one line for each change.
struct DifferenceLine {
  let sign: Sign
  /// The change: `tab #12 moved 2 → 5`.
  let sentence: SafeText
  /// The name of the item that was changed, or empty if the sentence already includes the name.
  var name: SafeText = ""

  /// Whether something was added, removed or changed.
  enum Sign { case came, went, changed }
}
