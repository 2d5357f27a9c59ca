import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline

extension StorageCheck {
  static let storeChecks = [
    StorageCheck("a store has the same states as a store in memory") { open in
      var random = RandomNumbers(seed: 3)
      var store: Store? = try Store(open("log")) { 1_700_000_000_000 }
      let model = try Store(EventLog()) { 1_700_000_000_000 }
      for step in 0..<400 {
        let kind = random.below(10)
        let action = action(&random, model.browser)
        for store in [store, model].compactMap(\.self) {
          do {
            switch kind {
            case 0: try store.undo()
            case 1: try store.redo()
            default: try store.perform(action)
            }
          } catch is Refusal {}
        }
        if step % 50 == 49 {
          store = nil
          store = try Store(open("log")) { 1_700_000_000_000 }
        }
        try expect(store?.readState() == model.readState(), "The states differ after step \(step).")
      }
      for _ in 0..<50 {
        let moment = Moment.after(
          EventID(Int32(random.below(Int(model.browser.sequence.rawValue)) + 1)))
        let expected = try model.moment(moment).browser
        try expect(store?.moment(moment).browser == expected, "The states differ at \(moment).")
      }
    },
    StorageCheck("a store opens a long log from its checkpoints") { open in
      var store: Store? = try Store(open("log")) { 1_700_000_000_000 }
      guard store?.log.storesCheckpoints == true else { return }
      let actions = (0..<8_000).map { Action.open(OpenTab(Destination("https://a.example/\($0)"))) }
      for start in stride(from: 0, to: actions.count, by: 1_000) {
        try store?.perform(all: Array(actions[start..<start + 1_000]))
      }
      let state = try store?.readState()
      store = nil
      store = try Store(open("log")) { 1_700_000_000_000 }
      try expect(store?.readState() == state, "The state differs after opening the log again.")
      try expect(
        store.map { $0.openedAt.rawValue > 1_000 } == true,
        "The log was opened without a checkpoint.")
    },
    StorageCheck("a forget request removes text from all records") { open in
      let store = try Store(open("log")) { 1_700_000_000_000 }
      try store.perform(.open(OpenTab(Destination("https://kept.example/"))))
      for page in 0..<20 {
        try store.perform(.open(OpenTab(Destination("https://secret.example/\(page)"))))
      }
      try store.forget(.site("secret.example"))
      let text = try store.log.records().map { String(decoding: $0, as: UTF8.self) }
      try expect(
        !text.contains { $0.contains("secret") }, "Text is still stored.")
      try expect(text.contains { $0.contains("kept") }, "Other text was removed.")
    },
  ]

  /// Returns a random action that makes sense in a state.
  private static func action(_ random: inout RandomNumbers, _ browser: Browser) -> Action {
    let tabs = browser.tabs.map(\.id)
    let page = Destination(
      "https://\(["a", "b", "c"][random.below(3)]).example/\(random.below(50))")
    guard let tab = tabs.randomElement(using: &random) else { return .open(OpenTab(page)) }
    return switch random.below(9) {
    case 0, 1: .open(OpenTab(page))
    case 2: .closeTabs([tab])
    case 3, 4: .go(tab, page)
    case 5: .travel(tab, by: random.below(2) == 0 ? -1 : 1)
    case 6: .select(tab)
    case 7: .pin(tab, random.below(2) == 0)
    default: .reportTitle(tab, "Title \(random.below(100))")
    }
  }
}
