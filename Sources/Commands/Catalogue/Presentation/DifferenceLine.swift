internal import BrowserModel
internal import CommandKit

/// A difference as the user reads it, a line a change.
struct DifferenceLine {
  let sign: Sign
  /// What changed: `tab #12 moved 2 → 5`.
  let sentence: SafeText
  /// What names the thing, where the sentence does not.
  var name: SafeText = ""

  /// Whether something came, went, or is another.
  enum Sign { case came, went, changed }
}
