internal import BrowserModel

/// What was recorded of how a strip went on, as far as a moment. What is damaged is nil, or false.
struct KeptChanges {
  private let frame: CheckpointFrame
  private let layout: ChangeLayout
  private let moment: Sequence

  /// - Returns: nil also where the moment is beyond what was recorded, or where other batches up to it
  ///   were left out then.
  init?(
    _ frame: CheckpointFrame, from start: Sequence, through moment: Sequence,
    leavingOut batches: Set<Sequence>
  ) {
    guard frame.isSound(ChangeLayout.header),
      let layout = ChangeLayout(frame.content), layout.start == start, moment <= layout.last,
      frame.isSound(layout.directory)
    else { return nil }
    self.frame = frame
    self.layout = layout
    self.moment = moment
    let isWanted = { (batch: Sequence) in batch > start && batch <= moment }
    let leftOut = layout.batches(in: frame.content)
    if leftOut.isEmpty, batches.isEmpty { return }
    guard Set(leftOut.filter(isWanted)) == batches.filter(isWanted) else { return nil }
  }

  /// The list of tabs at the moment; nil also where the strip's is needed for it and not given.
  func list(behind strip: TabList? = nil) -> TabList? {
    guard let section = layout.section(for: moment, in: frame.content),
      !section.isFirst || strip != nil, frame.isSound(section.range)
    else { return nil }
    return layout.list(at: moment, in: section, behind: strip, of: frame.content)
  }

  func change(_ image: inout TabImage?, of tab: Sequence) -> Bool {
    guard let chunk = layout.chunk(of: tab, in: frame.content) else { return true }
    guard frame.isSound(chunk) else { return false }
    return layout.change(&image, of: tab, through: moment, inChunk: chunk, of: frame.content)
  }
}
