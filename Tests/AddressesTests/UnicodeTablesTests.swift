import Testing

@testable import Addresses

@Suite struct UnicodeTablesTests {
  static let tables = [
    UnicodeTables.mapping, UnicodeTables.properties, UnicodeTables.compositions,
    UnicodeTables.decompositions,
  ]

  @Test(arguments: tables.indices)
  func areSorted(index: Int) {
    let table = Self.tables[index]
    let keys = (0..<table.count).map { table.key(record: $0) }
    #expect(keys.count > 900)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func unpackNumbersOfEachSize() {
    let table = PackedTable("0OP1PP1102`n1_n11")
    let records = (0..<table.count).map {
      [Int(table.key(record: $0)), Int(table.value(record: $0))]
    }
    #expect(records == [[0, 0], [31, 1], [63, 1001], [1087, 1], [1088, 0]])
  }

  @Test func invertTheCompositions() {
    for record in 0..<UnicodeTables.compositions.count {
      let composite = UInt64(UnicodeTables.compositions.value(record: record))
      #expect(UnicodeTables.decompositions.value(of: composite) == UInt32(record))
    }
  }
}
