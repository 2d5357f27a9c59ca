internal import BrowserModel
internal import Bytes

/// Snapshots: timelines as bytes, so that a log can be opened at its end.
extension Timeline {
  /// Returns the complete timeline, except for the library, as bytes.
  ///
  /// - Returns: The bytes, or nil if ``isUpToDate`` is false, or if the log contains events of a
  ///   newer version, whose effects would be missing.
  /// - Complexity: O(tabs, undo records, marks and branches)
  public func snapshot() -> ContiguousArray<UInt8>? {
    guard isUpToDate, unknownCount == 0 else { return nil }
    var writer = ByteWriter(capacity: 4_096)
    writer.put(withCount: browser.snapshot().span.raw)
    writer.put(count: undoRecords.count)
    for record in undoRecords {
      writer.put(record.sequence)
      writer.put(record.batch, near: record.sequence)
      writer.put(byte: record.isUndo ? 1 : 0)
    }
    writer.put(count: branches.count)
    for branch in branches {
      writer.put(branch.id)
      writer.put(branch.parent)
      writer.put(branch.from)
      writer.put(byte: branch.isHidden ? 1 : 0)
    }
    writer.put(count: branchCounts.count)
    for (branch, count) in branchCounts.sorted(by: { $0.key < $1.key }) {
      writer.put(branch)
      writer.put(count: count)
    }
    writer.put(countedThrough)
    writer.put(count: merges.count)
    for merge in merges {
      writer.put(merge.event)
      writer.put(merge.batch, near: merge.event)
      writer.put(merge.target)
      writer.put(merge.branch)
      writer.put(merge.through)
    }
    writer.put(count: marks.count)
    for mark in marks {
      writer.put(mark.event)
      writer.put(mark.moment)
      writer.put(mark.branch)
    }
    writer.put(count: proposals.count)
    for proposal in proposals {
      writer.put(proposal.event)
      writer.put(proposal.branch)
      writer.put(proposal.target)
      writer.put(signed: proposal.milliseconds)
    }
    writer.put(count: proposalAnswers.count)
    for answer in proposalAnswers {
      writer.put(answer.event)
      writer.put(answer.batch, near: answer.event)
      writer.put(answer.branch)
      writer.put(answer.proposal)
      writer.put(byte: answer.answer.rawValue)
      writer.put(count: answer.turns.count)
      for turn in answer.turns { writer.put(turn) }
    }
    writer.put(count: damaged.count)
    for sequence in damaged { writer.put(sequence) }
    writer.put(count: redactions.count)
    for loss in redactions {
      writer.put(loss.event)
      writer.put(count: loss.count)
    }
    writer.put(count: devices.count)
    for device in devices {
      writer.put(count: Int(device.number))
      writer.put(device.joined)
      writer.put(device.named)
      writer.put(byte: device.isThis ? 1 : 0)
      writer.put(count: Int(device.former))
      writer.put(device.continues)
      writer.put(device.leftAt)
      writer.put(device.wroteThrough)
    }
    order.write(to: &writer)
    return writer.bytes
  }

  /// Returns whether a snapshot matches this timeline at its position.
  ///
  /// - Parameter bytes: An earlier result of ``snapshot()``.
  /// - Complexity: O(tabs, undo records, marks and branches)
  package func agrees(withSnapshot bytes: RawSpan) -> Bool {
    guard let other = Timeline(snapshot: bytes, of: lineage) else { return false }
    return browser == other.browser && undoRecords == other.undoRecords
      && branches == other.branches && branchCounts == other.branchCounts
      && merges == other.merges && marks == other.marks && damaged == other.damaged
      && proposals == other.proposals && proposalAnswers == other.proposalAnswers
      && redactions == other.redactions
      && devices == other.devices && order == other.order
  }

  /// Creates a timeline from the bytes of a snapshot.
  ///
  /// - Parameters:
  ///   - bytes: A result of ``snapshot()``.
  ///   - lineage: The lineage of the snapshot, which is not part of the bytes.
  /// - Returns: Nil if the bytes are not a snapshot.
  init?(snapshot bytes: RawSpan, of lineage: Lineage) {
    var reader = ByteReader(bytes)
    guard let browser = Browser(snapshot: reader.bytesWithCount()) else { return nil }
    var undoRecords: [UndoRecord] = []
    for _ in 0..<reader.count() {
      let sequence = reader.sequence()
      undoRecords.append(
        UndoRecord(
          sequence: sequence, batch: reader.id(near: sequence), isUndo: reader.flag()))
    }
    var branches: [Branch] = []
    for _ in 0..<reader.count() {
      branches.append(
        Branch(
          id: reader.id(), parent: reader.id(), from: reader.sequence(),
          isHidden: reader.flag()))
    }
    var branchCounts: [BranchID: Int] = [:]
    for _ in 0..<reader.count() {
      let branch: BranchID = reader.id()
      branchCounts[branch] = reader.tally()
    }
    let countedThrough = reader.sequence()
    var merges: [Merge] = []
    for _ in 0..<reader.count() {
      let event = reader.sequence()
      merges.append(
        Merge(
          event: event, batch: reader.id(near: event), target: reader.id(), branch: reader.id(),
          through: reader.sequence()))
    }
    var marks: [Mark] = []
    for _ in 0..<reader.count() {
      marks.append(
        Mark(event: reader.sequence(), moment: reader.sequence(), branch: reader.id()))
    }
    var proposals: [ProposalRecord] = []
    for _ in 0..<reader.count() {
      proposals.append(
        ProposalRecord(
          event: reader.sequence(), branch: reader.id(), target: reader.id(),
          milliseconds: reader.signed()))
    }
    var proposalAnswers: [ProposalAnswerRecord] = []
    for _ in 0..<reader.count() {
      let event = reader.sequence()
      let (batch, branch): (BatchID, BranchID) = (reader.id(near: event), reader.id())
      let proposal = reader.sequence()
      guard let answer = ProposalAnswered.Answer(rawValue: reader.byte()) else { return nil }
      var turns: [EventID] = []
      for _ in 0..<reader.count() { turns.append(reader.sequence()) }
      proposalAnswers.append(
        ProposalAnswerRecord(
          event: event, batch: batch, branch: branch, proposal: proposal, answer: answer,
          turns: turns))
    }
    var damaged: [EventID] = []
    for _ in 0..<reader.count() { damaged.append(reader.sequence()) }
    var redactions: [Redaction] = []
    for _ in 0..<reader.count() {
      redactions.append(
        Redaction(event: reader.sequence(), count: reader.tally()))
    }
    var devices: [Device] = []
    for _ in 0..<reader.count() {
      devices.append(
        Device(
          number: UInt32(truncatingIfNeeded: reader.tally()), joined: reader.sequence(),
          named: reader.sequence(), isThis: reader.flag(),
          former: UInt32(truncatingIfNeeded: reader.tally()), continues: reader.sequence(),
          leftAt: reader.sequence(), wroteThrough: reader.sequence()))
    }
    let order = SharedOrder(&reader)
    guard !reader.isDamaged, reader.isAtEnd else { return nil }
    self.lineage = lineage
    self.browser = browser
    library = nil
    self.undoRecords = undoRecords
    self.branches = branches
    self.branchCounts = branchCounts
    self.countedThrough = countedThrough
    self.merges = merges
    self.marks = marks
    self.proposals = proposals
    self.proposalAnswers = proposalAnswers
    self.damaged = damaged
    self.redactions = redactions
    self.devices = devices
    self.order = order
    let batches = Self.undoneBatches(by: undoRecords, through: browser.sequence)
    undoneBatches = batches
    recordedBatches = batches
  }
}

extension SharedOrder {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.put(joined)
    writer.put(count: losses.count)
    for loss in losses { writer.put(loss) }
    writer.put(count: undoRecords.count)
    for placed in undoRecords {
      writer.put(placed.record.sequence)
      writer.put(placed.record.batch, near: placed.record.sequence)
      writer.put(count: Int(placed.device))
      writer.put(count: placed.places.count)
      for place in placed.places { writer.put(place) }
      writer.put(byte: (placed.record.isUndo ? 1 : 0) | (placed.isSent ? 2 : 0))
    }
  }

  fileprivate init(_ reader: inout ByteReader) {
    let joined = reader.sequence()
    var losses: [EventID] = []
    for _ in 0..<reader.count() { losses.append(reader.sequence()) }
    var undoRecords: [PlacedUndoRecord] = []
    for _ in 0..<reader.count() {
      let sequence = reader.sequence()
      let batch: BatchID = reader.id(near: sequence)
      let device = UInt32(truncatingIfNeeded: reader.tally())
      var places: [EventID] = []
      for _ in 0..<reader.count() { places.append(reader.sequence()) }
      let flags = reader.byte()
      undoRecords.append(
        PlacedUndoRecord(
          record: UndoRecord(sequence: sequence, batch: batch, isUndo: flags & 1 != 0),
          device: device, places: places, isSent: flags & 2 != 0))
    }
    self.init(joined: joined, losses: losses, undoRecords: undoRecords)
  }
}
