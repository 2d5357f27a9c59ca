internal import Bytes

/// Data that an embedder attached to the profile, or to a window, a tab or a group.
public struct CustomValue: Equatable, Sendable {
  /// The name (``isName(_:)``).
  public let name: String
  /// The data.
  public let bytes: [UInt8]
  /// The event that set the value.
  public let source: EventID

  /// The data as text, or nil if it is not valid UTF-8.
  public var text: String? { Self.text(bytes) }

  /// The data as Base64.
  public var base64: String { Base64.encoded(bytes[...]) }

  /// Returns bytes as text, or nil if they are not valid UTF-8.
  static func text(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Returns whether a text can be the name of a value.
  ///
  /// A name has two or more parts, separated by dots, so that programs use different names:
  /// `app.key`. The parts consist of ASCII letters, digits, `-` and `_`. The name is at most
  /// ``ValueTable/longestName`` bytes long.
  ///
  /// - Complexity: O(bytes)
  public static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= ValueTable.longestName else { return false }
    let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }
}

extension ProfileState {
  /// Returns the table that contains the values of an owner.
  public func valueTable(of owner: ValueOwner) -> ValueTable {
    owner == .profile ? library.values : browser.values
  }

  /// Returns the custom values of an owner, in the order of their names. Forgotten values are
  /// omitted. A closed tab or window has its values as long as it is among the closed items.
  ///
  /// - Complexity: O(n log n) for n values, with two look-ups for each value
  public func values<Source: TextSource & ~Copyable>(
    of owner: ValueOwner, text source: borrowing Source
  ) -> [CustomValue] {
    var found: [CustomValue] = []
    for entry in valueTable(of: owner)[owner] {
      if let value = source.value(setBy: entry.source) { found.append(value) }
    }
    return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Returns a custom value, or nil if the owner has no value with this name.
  ///
  /// - Complexity: O(log n) for n values of the owner, and two look-ups
  public func value<Source: TextSource & ~Copyable>(
    named name: String, of owner: ValueOwner, text source: borrowing Source
  ) -> CustomValue? {
    let event = valueTable(of: owner)[owner, ValueKey(name: name)]
    return event.exists ? source.value(setBy: event) : nil
  }
}

extension TextSource where Self: ~Copyable {
  /// Returns the custom value that an event set, or nil if the value was forgotten or the event set
  /// no value. Bytes that are not text are stored as Base64.
  public func value(setBy event: EventID) -> CustomValue? {
    guard let name = text(.name, of: event), !name.isEmpty else { return nil }
    if let coded = text(.base64, of: event) {
      return Base64.decoded(coded).map { CustomValue(name: name, bytes: $0, source: event) }
    }
    return text(.value, of: event).map {
      CustomValue(name: name, bytes: Array($0.utf8), source: event)
    }
  }
}
