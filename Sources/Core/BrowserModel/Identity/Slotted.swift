/// A value that can be stored in a ``SlotTable``.
protocol Slotted: Sendable {
  /// The type of thing that the ids identify.
  associatedtype Made
  /// The id of the value, or ``EventReference/nothing`` if the slot is free.
  var id: TypedID<Made> { get }
  /// The content of a free slot: a value whose id is ``EventReference/nothing``.
  static var vacant: Self { get }
}
