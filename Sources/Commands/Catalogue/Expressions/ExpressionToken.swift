/// A piece of an expression.
struct ExpressionToken: Equatable {
  enum Kind: Equatable {
    case open
    case close
    case comparison(Condition.Comparison)
    /// `~`: has these words.
    case has
    /// `#4711`, `#-5`.
    case id(Int64)
    /// Without its quotes.
    case quoted(String)
    case word(String)
    case end
  }

  let kind: Kind
  /// The byte of the expression at which it begins.
  let offset: Int
  /// As it was written.
  let text: String
}
