/// A list that can go back to what it was: it keeps what stood where before each change.
///
/// While nobody wants to go back it keeps nothing, and a change costs one comparison more than that
/// of an array.
struct RewindableList<Element: Sendable>: Rewindable {
  private(set) var elements: ContiguousArray<Element>
  /// What stood where, the newest change last; nil while nothing is kept.
  private var changes: ContiguousArray<Change>?
  /// How many changes were kept once and are forgotten.
  private var forgottenCount = 0

  /// A position, and what stood there before or stands there now.
  struct Change: Sendable {
    var position: Int32
    var element: Element
  }

  /// How far a list has come.
  struct Mark: BitwiseCopyable, Sendable {
    fileprivate var count: Int
    fileprivate var changeCount: Int
  }

  init(_ elements: ContiguousArray<Element> = []) { self.elements = elements }

  @inline(__always)
  var count: Int { elements.count }

  @inline(__always)
  subscript(position: Int) -> Element {
    _read { yield elements[position] }
    _modify {
      if changes != nil { keep(position) }
      yield &elements[position]
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the last element out; nil when there is none.
  @inline(__always)
  mutating func popLast() -> Element? {
    if changes != nil, !elements.isEmpty { keep(elements.count &- 1) }
    return elements.popLast()
  }

  /// Takes a range out. O(elements behind its beginning).
  mutating func removeSubrange(_ range: Range<Int>) {
    if changes != nil { keepEnd(from: range.lowerBound) }
    elements.removeSubrange(range)
  }

  /// Takes an element out. O(elements behind it).
  @discardableResult
  mutating func remove(at position: Int) -> Element {
    if changes != nil { keepEnd(from: position) }
    return elements.remove(at: position)
  }

  mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  // MARK: Going back

  var mark: Mark {
    Mark(count: elements.count, changeCount: forgottenCount + (changes?.count ?? 0))
  }

  mutating func keepsChanges(_ isKeeping: Bool) {
    changes = isKeeping ? [] : nil
    forgottenCount = 0
  }

  mutating func forgetChanges(before mark: Mark) {
    changes?.removeFirst(mark.changeCount - forgottenCount)
    forgottenCount = mark.changeCount
  }

  /// Takes back the newest change behind a mark, and tells where it was and what stood there until
  /// now; nil when there is none left.
  @inline(__always)
  mutating func takeBackChange(behind mark: Mark) -> Change? {
    guard changes != nil, forgottenCount + changes!.count > mark.changeCount else { return nil }
    guard var change = changes!.popLast() else { return nil }
    let position = Int(change.position)
    // What was taken from the end comes back in the order in which it stood there.
    if position < elements.count {
      swap(&change.element, &elements[position])
    } else {
      elements.append(change.element)
    }
    return change
  }

  /// Where that stands which came behind a mark.
  func positions(behind mark: Mark) -> Range<Int> {
    mark.count..<max(mark.count, elements.count)
  }

  /// Takes out what came behind a mark, when all changes behind it are taken back.
  mutating func truncate(to mark: Mark) { elements.removeSubrange(positions(behind: mark)) }

  mutating func rewind(to mark: Mark) {
    while takeBackChange(behind: mark) != nil {}
    truncate(to: mark)
  }

  /// Keeps what stands at a position, which will change.
  @inline(never)
  private mutating func keep(_ position: Int) {
    changes?.append(
      Change(position: Int32(truncatingIfNeeded: position), element: elements[position]))
  }

  /// Keeps what stands from a position on, the last first: so it is put back from the front.
  private mutating func keepEnd(from position: Int) {
    for later in stride(from: elements.count - 1, through: position, by: -1) { keep(later) }
  }
}
