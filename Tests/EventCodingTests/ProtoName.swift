/// Converts Swift names to the names in `retrace.proto`.
enum ProtoName {
  /// `navigationCommitted` → `navigation_committed`.
  static func field(_ name: String) -> String {
    name.reduce(into: "") { snake, character in
      if character.isUppercase, !snake.isEmpty { snake += "_" }
      snake += character.lowercased()
    }
  }

  /// `startPage` of `Transition` → `TRANSITION_START_PAGE`.
  static func value(_ name: String, of type: String) -> String {
    "\(field(type))_\(field(name))".uppercased()
  }
}
