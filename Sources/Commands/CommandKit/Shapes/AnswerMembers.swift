package import Notation

/// The members of an object: their names, shapes and summaries, and how to read their values.
///
/// The function that adds a member determines when the member is written: ``member(_:_:_:)``
/// always, ``optional(_:_:_:)`` unless its value is nil, ``flag(_:_:_:)`` only if its value is
/// true.
package struct AnswerMembers<Object>: Sendable {
  /// The shapes of the members.
  package private(set) var shapes: [JSONShape.Member] = []
  private var writers: [@Sendable (Object, inout JSONWriter) -> Void] = []

  /// Creates a list of members by calling a closure that adds them.
  package init(_ describe: (inout Self) -> Void) { describe(&self) }

  /// Creates a list with one member, whose value is the object itself.
  package init(_ name: String, _ summary: String = "") where Object: AnswerValue {
    member(name, summary) { $0 }
  }

  /// Creates a list with one member, whose value is the object itself and has the given shape.
  package init(_ name: String, _ shape: JSONShape, _ summary: String = "")
  where Object: JSONValue {
    member(name, shape, summary) { $0 }
  }

  /// Creates a list with one member. Its value is an object whose members are read from the same
  /// value.
  package init(object name: String, _ summary: String = "", _ describe: (inout Self) -> Void) {
    object(name, summary, describe)
  }

  /// Creates a list with one member, whose value is an array of objects.
  package init<Element>(
    list name: String, _ summary: String = "",
    of describe: (inout AnswerMembers<Element>) -> Void
  ) where Object == [Element] {
    list(name, summary, { $0 }, of: describe)
  }

  /// The shape of an object with these members.
  package var shape: JSONShape { .object(shapes) }

  /// Returns a list that contains these members and then the members of another list.
  package func and<Other>(_ others: AnswerMembers<Other>) -> AnswerMembers<(Object, Other)> {
    AnswerMembers<(Object, Other)> { members in
      members.all(self) { $0.0 }
      members.all(others) { $0.1 }
    }
  }

  /// Writes the members into the current object.
  package func write(_ object: Object, to json: inout JSONWriter) {
    for write in writers { write(object, &json) }
  }

  /// Returns an object with these members as a document.
  package func document(_ object: Object) -> JSONWriter { .object { write(object, to: &$0) } }

  /// Adds members whose values a closure writes.
  package mutating func add(
    _ shapes: [JSONShape.Member],
    _ write: @escaping @Sendable (Object, inout JSONWriter) -> Void
  ) {
    self.shapes += shapes
    writers.append(write)
  }

  /// Adds a member.
  package mutating func member<Value: AnswerValue>(
    _ name: String, _ summary: String = "", _ value: @escaping @Sendable (Object) -> Value
  ) {
    member(name, Value.shape, summary, value)
  }

  /// Adds a member whose shape is more specific than its type.
  package mutating func member(
    _ name: String, _ shape: JSONShape, _ summary: String = "",
    _ value: @escaping @Sendable (Object) -> some JSONValue
  ) {
    add([.required(name, shape, summary)]) { $1.member(name, value($0)) }
  }

  /// Adds a member that is omitted if its value is nil.
  package mutating func optional<Value: AnswerValue>(
    _ name: String, _ summary: String = "", _ value: @escaping @Sendable (Object) -> Value?
  ) {
    optional(name, Value.shape, summary, value)
  }

  /// Adds a member that is omitted if its value is nil, with a shape that is more specific than its
  /// type.
  package mutating func optional<Value: JSONValue>(
    _ name: String, _ shape: JSONShape, _ summary: String = "",
    _ value: @escaping @Sendable (Object) -> Value?
  ) {
    add([.optional(name, shape, summary)]) { object, json in
      if let value = value(object) { json.member(name, value) }
    }
  }

  /// Adds a member that is `true`, or is omitted if its value is false.
  package mutating func flag(
    _ name: String, _ summary: String = "", _ value: @escaping @Sendable (Object) -> Bool
  ) {
    optional(name, .flag, summary) { value($0) ? true : nil }
  }

  /// Adds a member whose value is the name of an enum case.
  package mutating func choice<Choice: CaseIterable & SendableMetatype>(
    _ name: String, _ summary: String = "", _ value: @escaping @Sendable (Object) -> Choice
  ) {
    member(name, .choice(Choice.allCases.map { "\($0)" }), summary) { "\(value($0))" }
  }

  /// Adds a member whose value is an object. The members of the object are read from the same
  /// value.
  package mutating func object(
    _ name: String, _ summary: String = "", _ describe: (inout Self) -> Void
  ) {
    let members = Self(describe)
    add([.required(name, members.shape, summary)]) { object, json in
      json.object(name) { members.write(object, to: &$0) }
    }
  }

  /// Adds a member whose value is an array of objects.
  package mutating func list<Element>(
    _ name: String, _ summary: String = "",
    _ elements: @escaping @Sendable (Object) -> [Element],
    of describe: (inout AnswerMembers<Element>) -> Void
  ) {
    let members = AnswerMembers<Element>(describe)
    add([.required(name, .array(members.shape), summary)]) { object, json in
      members.write(elements(object), as: name, to: &json)
    }
  }

  /// Adds a member whose value is an array of objects. The member is omitted if the array is nil.
  package mutating func optionalList<Element>(
    _ name: String, _ summary: String = "",
    _ elements: @escaping @Sendable (Object) -> [Element]?,
    of describe: (inout AnswerMembers<Element>) -> Void
  ) {
    let members = AnswerMembers<Element>(describe)
    add([.optional(name, .array(members.shape), summary)]) { object, json in
      if let elements = elements(object) { members.write(elements, as: name, to: &json) }
    }
  }

  private func write(
    _ objects: [Object], as name: String, to json: inout JSONWriter
  ) {
    json.array(name) { json in
      for object in objects { json.object { write(object, to: &$0) } }
    }
  }

  /// Adds a member whose value is an object with data as member names.
  package mutating func map<Value: AnswerValue>(
    _ name: String, _ summary: String = "",
    _ values: @escaping @Sendable (Object) -> [(String, Value)]
  ) {
    add([.required(name, .map(Value.shape), summary)]) { object, json in
      json.object(name) { json in
        for (name, value) in values(object) { json.member(name, value) }
      }
    }
  }

  /// Adds all members of a part of the object.
  package mutating func all<Part>(
    _ members: AnswerMembers<Part>, _ part: @escaping @Sendable (Object) -> Part
  ) {
    add(members.shapes) { members.write(part($0), to: &$1) }
  }
}
