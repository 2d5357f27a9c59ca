internal import CommandKit
internal import RetraceStore

/// Forgotten or kept data of one kind as JSON, with the number of events that contain the data.
struct ForgettingItemAnswer: AnswerObject {
  let item: ForgettingItem
  let count: Int

  static let shape = JSONShape.named(.forgettingItem)
  static let members = AnswerMembers<Self> { item in
    item.member("kind", .choice(ForgettingItem.Kind.allCases.map(\.rawValue)), "the kind of data") {
      $0.item.kind.rawValue
    }
    item.member("text") { $0.item.text }
    item.member("events", "the number of events that contain it") { $0.count }
  }

  static func list(_ items: [(item: ForgettingItem, count: Int)]) -> [Self] {
    items.map { Self(item: $0.item, count: $0.count) }
  }
}
