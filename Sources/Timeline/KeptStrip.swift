internal import BrowserModel

/// A strip that was kept, of which some is read. What is damaged is nil.
struct KeptStrip {
  private let frame: CheckpointFrame
  private let layout: StripLayout

  init?(_ frame: CheckpointFrame) {
    guard frame.isSound(StripLayout.header),
      let layout = StripLayout(frame.content)
    else { return nil }
    self.frame = frame
    self.layout = layout
  }

  func list() -> TabList? {
    frame.isSound(layout.list.range) ? TabList(frame.content, layout.list) : nil
  }

  /// Some tabs; inside, nil stands for one that was not open.
  func tabs(_ ids: [Sequence]) -> [TabImage?]? {
    guard frame.isSound(layout.list.windows), frame.isSound(layout.directory) else { return nil }
    var images: [TabImage?] = []
    images.reserveCapacity(ids.count)
    for id in ids {
      let chunk = layout.chunk(of: id, in: frame.content)
      guard chunk >= 0 else {
        images.append(nil)
        continue
      }
      guard let range = layout.tabs(ofChunk: chunk, in: frame.content), frame.isSound(range) else {
        return nil
      }
      images.append(TabImage(id, inChunk: chunk, layout, frame.content))
    }
    return images
  }
}
