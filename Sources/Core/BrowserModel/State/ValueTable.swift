/// The custom values of a state: for each owner and name, the event that set the value.
///
/// The texts stay in the log. `ProfileState.values(of:text:)` looks them up.
///
/// - Complexity: Look-up is O(log n) for n values of the same owner. A copy is O(1), and the first
///   change to a copy is O(owners).
public struct ValueTable: Equatable, Sendable {
  /// A value, identified by the key of its name.
  public struct Entry: Equatable, Sendable, BitwiseCopyable {
    /// The key of the name.
    public internal(set) var key: ValueKey
    /// The event with the name and the value.
    public internal(set) var source: EventID
  }

  /// The values of each owner that has any, in the order of their keys.
  private var lists: [ValueOwner: ContiguousArray<Entry>] = [:]

  /// The largest size of a value in bytes: 64 KiB.
  public static let largestValue = 64 << 10
  /// The largest number of values of one owner.
  public static let largestCount = 100
  /// The largest length of a name in bytes.
  public static let longestName = 100

  /// The approximate size of the table in bytes, if most owners have one value.
  var byteCount: Int { lists.count * 64 }

  /// Whether no owner has a value.
  public var isEmpty: Bool { lists.isEmpty }

  /// The owners that have values, by kind, then by age. O(n log n).
  public var owners: [ValueOwner] { lists.keys.sorted() }

  /// The values of an owner, in the order of their keys.
  public subscript(owner: ValueOwner) -> ContiguousArray<Entry> {
    isEmpty ? [] : lists[owner, default: []]
  }

  /// The event that set a value, or ``EventID/nothing`` if the owner has no value with this key.
  public subscript(owner: ValueOwner, key: ValueKey) -> EventID {
    let list = self[owner]
    let position = list.lowerBound(key)
    return position < list.count && list[position].key == key ? list[position].source : .nothing
  }

  /// Returns whether an owner has a value.
  func contains(_ owner: ValueOwner) -> Bool { !isEmpty && lists[owner] != nil }

  /// Sets a value.
  mutating func set(_ owner: ValueOwner, _ entry: Entry) {
    var list = lists.removeValue(forKey: owner) ?? []
    let position = list.lowerBound(entry.key)
    if position < list.count, list[position].key == entry.key {
      list[position] = entry
    } else {
      list.insert(entry, at: position)
    }
    lists[owner] = list
  }

  /// Removes a value. Does nothing if the owner has no value with this key.
  mutating func remove(_ owner: ValueOwner, _ key: ValueKey) {
    guard self[owner, key].exists, var list = lists.removeValue(forKey: owner) else { return }
    list.remove(at: list.lowerBound(key))
    if !list.isEmpty { lists[owner] = list }
  }

  /// Removes all values of an owner.
  mutating func removeAll(of owner: ValueOwner) { lists[owner] = nil }

  /// Gives an owner the values of another owner.
  mutating func copy(from source: ValueOwner, to owner: ValueOwner) {
    if contains(source) { lists[owner] = lists[source] }
  }
}

extension ContiguousArray<ValueTable.Entry> {
  /// Returns the position of the first entry whose key is not smaller than the given key.
  fileprivate func lowerBound(_ key: ValueKey) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
