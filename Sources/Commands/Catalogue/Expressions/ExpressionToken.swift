/// A token of an expression.
struct ExpressionToken: Equatable {
  enum Kind: Equatable {
    case open
    case close
    case comparison(Condition.Comparison)
    /// `~`: contains these words.
    case has
    /// `#4711`, `#-5`.
    case id(Int64)
    /// Quoted text, without its quotes.
    case quoted(String)
    case word(String)
    case end
  }

  let kind: Kind
  /// The offset of the token's first byte in the expression.
  let offset: Int
  /// The text as written.
  let text: String
}
