public import BrowserModel

extension Timeline {
  /// What events changed of tabs, from each of some moments to the next, to be kept at the first of
  /// them (``CheckpointPart/changes``).
  ///
  /// - Parameters:
  ///   - moments: Two or more at which a strip was kept, in order. What something before one of them
  ///     was undone since is left out.
  ///   - bytesPerEvent: How much may be recorded for each event between two moments. What is more, as
  ///     where large windows close and reopen, is not kept: then a state is folded instead.
  ///   - keep: Gets the moment at which changes begin, and their bytes.
  /// - Complexity: O(tabs, and the events between).
  public func changes<Source: EventSource & ~Copyable>(
    between moments: [Sequence], atMost bytesPerEvent: Int, _ source: borrowing Source,
    keep: (Sequence, ContiguousArray<UInt8>) -> Void
  ) throws(Source.Failure) {
    guard let first = moments.first, let last = moments.last, first < last, isSettled,
      unknownCount == 0
    else { return }
    let past = try replay(source, through: first, leavingOut: undoneBatches)
    var next = 1
    var isWhole = past.position == first
    var recorder = ChangeRecorder(from: past.browser)
    recorder.byteLimit = Self.limit(moments, 1, bytesPerEvent)
    try source.visitEvents(
      from: first.advanced(by: 1), through: last, backwards: false,
      damaged: { _ in isWhole = false },
      { event in
        if past.isFolded(event) { recorder.fold(event) } else { recorder.skip(to: event.sequence) }
        guard event.sequence == moments[next] else { return true }
        let start = moments[next - 1]
        let changes = recorder.takeChanges(leavingOut: undoneBatches)
        if let changes, isWhole, firstTurned(between: undoneBatches, and: start) == nil {
          keep(start, changes)
        }
        next += 1
        guard next < moments.count else { return false }
        recorder.byteLimit = Self.limit(moments, next, bytesPerEvent)
        return true
      })
  }

  /// How many bytes may be recorded up to a moment from the one before it.
  private static func limit(_ moments: [Sequence], _ index: Int, _ bytesPerEvent: Int) -> Int {
    bytesPerEvent * Int(moments[index].rawValue - moments[index - 1].rawValue)
  }
}
