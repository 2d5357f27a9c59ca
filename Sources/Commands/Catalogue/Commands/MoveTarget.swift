internal import CommandKit

/// The destination of a tab for “move”.
enum MoveTarget {
  /// A position, counted from 1.
  case position(Int)
  /// A number of positions to the right, or to the left if negative.
  case places(Int)
  case newWindow
  /// The place after the last tab of another window.
  case end

  init(_ arguments: Arguments) throws {
    let flags: [(name: String, target: MoveTarget)] = [
      ("new-window", .newWindow), ("left", .places(-1)), ("right", .places(1)),
    ]
    let given = flags.first { arguments.has($0.name) }?.target
    let text = arguments.text("position")
    let isToWindow = text == nil && given == nil && arguments.has("window")
    guard isToWindow || (text == nil) == (given != nil) else {
      throw CommandError(
        "missingArgument",
        "“move” needs one of these: a position (3), a number of places (+1 or -1), --left, "
          + "--right, --window N or --new-window.",
        status: .usage)
    }
    guard let text else {
      self = given ?? .end
      return
    }
    let isByPlaces = text.hasPrefix("+") || text.hasPrefix("-")
    guard let number = Int(text), number != 0, !isByPlaces || !arguments.has("window") else {
      throw CommandError(
        "badValue",
        "N must be a position (3) or, within the same window, a number of places (+1 or -1), not "
          + "“\(text)”.",
        status: .usage)
    }
    self = isByPlaces ? .places(number) : .position(number)
  }

  /// Returns the position in a window with `count` tabs, counted from 0.
  func index(among count: Int) -> Int {
    switch self {
    case .position(let position): position - 1
    case .end: count
    default: 0
    }
  }
}
