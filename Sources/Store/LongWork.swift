/// What may take so long that a person wants to see how far it is.
public enum LongWork: Sendable {
  /// Folding a log, and keeping states of it on the way: at a first opening.
  case opening
  /// Making the index of pages.
  case indexing

  /// Is told now and then how many events of how many are done; at the end both are equal.
  public typealias Progress = (LongWork, _ done: Int, _ total: Int) -> Void
}
