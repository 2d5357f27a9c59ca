import BrowserModel

/// An enumeration of the model with its name in `retrace.proto`.
struct ProtoEnumeration {
  let name: String
  let type: Any.Type
  /// The names in `retrace.proto` and their numbers.
  let values: [String: UInt32]

  private init<Choice>(_ name: String, _ type: Choice.Type)
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == UInt8 {
    self.name = name
    self.type = type
    let pairs = type.allCases.map { (ProtoName.value("\($0)", of: name), UInt32($0.rawValue)) }
    values = Dictionary(uniqueKeysWithValues: pairs)
  }

  static var all: [ProtoEnumeration] {
    [
      ProtoEnumeration("Actor", Event.Actor.self),
      ProtoEnumeration("Via", Event.Via.self),
      ProtoEnumeration("Transition", Transition.self),
      ProtoEnumeration("ShowState", Window.ShowState.self),
      ProtoEnumeration("GroupColor", TabGroup.Color.self),
      ProtoEnumeration("BookmarkKind", Bookmark.Kind.self),
      ProtoEnumeration("SettingName", Settings.Name.self),
      ProtoEnumeration("ProposalAnswer", ProposalAnswered.Answer.self),
    ]
  }

  /// Returns the name of a type, or nil if the type is stored as a plain number.
  static func name(of type: Any.Type) -> String? {
    all.first { $0.type == type }?.name
  }
}
