import CommandKit
import Foundation
import TestSupport
import Testing

@Suite struct TableTests {
  static let table: Table = {
    var table = Table([.right, .left, .left])
    table.setHeading(["#", "title", "address"])
    table.add(["3", "Example", "https://example.com/a/long/path"])
    table.add(["12", "日本", "about:start"])
    table.add(["4", "", ""])
    return table
  }()

  @Test func `columns are aligned by display width`() {
    #expect(
      Self.table.lines(width: nil).map(\.text) == [
        " #  title    address",
        " 3  Example  https://example.com/a/long/path",
        "12  日本     about:start",
        " 4",
      ])
  }

  @Test func `only the last column is truncated to the terminal`() {
    let lines = Self.table.lines(width: 34).map(\.text)
    #expect(lines[1] == " 3  Example  https://example.com/…")
    #expect(lines[2] == "12  日本     about:start")
    #expect(Self.table.lines(width: 20)[1].text == "3  Example\n    https://example…")
  }

  @Test func `a last column can be right-aligned`() {
    var table = Table([.left, .right])
    table.add(["a", "1"])
    table.add(["b", "100"])
    #expect(table.text(width: nil).text == "a    1\nb  100\n")
  }

  @Test func `a table without rows has only its heading`() {
    var table = Table([.left])
    #expect(table.isEmpty && table.lines(width: 80).isEmpty)
    table.setHeading(["x"])
    #expect(table.isEmpty && table.lines(width: 80) == ["x"])
  }
}
