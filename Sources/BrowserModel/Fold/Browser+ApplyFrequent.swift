/// The fold of the most frequent kinds, for a log that is read in one go: there, making an ``Event``
/// of each record costs as much as folding it.
extension Browser {
  package mutating func apply(
    _ body: NavigationCommitted, at sequence: Sequence, milliseconds: Int64
  ) {
    self.sequence = sequence
    commit(body, at: sequence)
    health.lastEventMilliseconds = milliseconds
  }

  package mutating func apply(_ body: Traveled, at sequence: Sequence, milliseconds: Int64) {
    self.sequence = sequence
    travel(body, at: sequence)
    health.lastEventMilliseconds = milliseconds
  }

  package mutating func apply(_ body: TabSelected, at sequence: Sequence, milliseconds: Int64) {
    self.sequence = sequence
    select(body)
    health.lastEventMilliseconds = milliseconds
  }

  package mutating func apply(_ body: TabOpened, at sequence: Sequence, milliseconds: Int64) {
    self.sequence = sequence
    open(body, at: sequence)
    health.lastEventMilliseconds = milliseconds
  }

  package mutating func apply(_ body: TabClosed, at sequence: Sequence, milliseconds: Int64) {
    self.sequence = sequence
    close(body, at: sequence)
    health.lastEventMilliseconds = milliseconds
  }

  package mutating func apply(_ body: PageTitled, at sequence: Sequence, milliseconds: Int64) {
    self.sequence = sequence
    title(body, at: sequence)
    health.lastEventMilliseconds = milliseconds
  }
}
