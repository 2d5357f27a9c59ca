/// A value that a ``SlotTable`` can hold.
protocol Slotted: Sendable {
  /// What the ids are ids of.
  associatedtype Made
  /// The id under which the value is found; it exists unless the slot is free.
  var id: TypedID<Made> { get }
  /// The content of a free slot: a value whose id is ``EventReference/nothing``.
  static var vacant: Self { get }
}
