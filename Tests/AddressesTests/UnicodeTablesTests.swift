import Testing

@testable import Addresses

@Suite struct UnicodeTablesTests {
  static let tables = [
    UnicodeTables.mapping, UnicodeTables.properties, UnicodeTables.compositions,
    UnicodeTables.decompositions,
  ]

  /// The size of the tables for domains that are rarely typed.
  @Test func takeLessThanAHundredKilobytes() {
    let texts = Self.tables.map(\.text) + [UnicodeTables.mappedTexts]
    let size = texts.map(\.utf8CodeUnitCount).reduce(0, +)
    #expect(size > 10_000)
    #expect(size <= 100_000)
  }

  @Test(arguments: tables.indices)
  func areSortedWithoutRemainder(index: Int) {
    let table = Self.tables[index]
    #expect(table.text.utf8CodeUnitCount == table.count * table.width)
    let keys = (0..<table.count).map { table.key(record: $0) }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
  }
}
