internal import Store

/// Shows how far the long work of a session is, one thing after the other.
final class LongWorkBar {
  private var bar: ProgressBar?

  func show(_ work: LongWork, _ done: Int, _ total: Int) {
    guard done < total else {
      bar?.end()
      bar = nil
      return
    }
    let bar = bar ?? ProgressBar(work.verb)
    bar.show(done, of: total)
    self.bar = bar
  }
}

extension LongWork {
  fileprivate var verb: VisibleText {
    switch self {
    case .opening: "opening"
    case .indexing: "indexing pages"
    }
  }
}
