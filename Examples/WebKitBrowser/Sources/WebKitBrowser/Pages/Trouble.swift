import CWebKitGTK

/// A problem with a page.
struct Trouble: Equatable {
  var title: String
  var text: String
  var address: String
  /// The possible actions, best first.
  var ways: [Way]

  struct Way {
    var title: String
    var take: () -> Void
  }

  static func == (left: Trouble, right: Trouble) -> Bool {
    left.title == right.title && left.text == right.text && left.address == right.address
      && left.ways.map(\.title) == right.ways.map(\.title)
  }
}
