import BrowserModel

/// A name and its meaning: a mark or a branch.
public struct NamedPoint: Equatable, Sendable {
  /// The name. Names are compared byte by byte.
  public let name: String
  /// The mark or branch.
  public let meaning: Meaning

  /// The possible meanings of a name.
  public enum Meaning: Equatable, Sendable {
    /// A moment.
    case mark(Mark)
    /// A branch, hidden or not.
    case branch(Branch)
  }
}

extension NamedPoint {
  /// Whether the name equals another name, byte by byte.
  func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }

  /// Whether this point replaces an earlier point with the same name. A mark moves when it is set
  /// again, and a removed name is available again.
  func replaces(_ former: NamedPoint) -> Bool {
    if case .mark = meaning, case .mark = former.meaning { return true }
    return !former.isInUse
  }

  /// Whether this is a branch, or a mark that was not removed.
  var isInUse: Bool {
    if case .mark(let mark) = meaning { return mark.moment.exists }
    return true
  }
}
