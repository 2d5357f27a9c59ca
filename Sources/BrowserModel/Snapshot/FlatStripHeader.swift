/// What a flat strip begins with: how much there is of what follows.
struct FlatStripHeader {
  let tabCount: Int
  let rowByteCount: Int

  /// Reads as another number where bytes are ordered otherwise.
  private static let mark: UInt32 = 0x5254_4902
  private static let byteCount = 3 * MemoryLayout<UInt32>.size

  init(tabCount: Int, rowByteCount: Int) {
    self.tabCount = tabCount
    self.rowByteCount = rowByteCount
  }

  /// Nil where there are fewer bytes than the header says, or other ones.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.byteCount, Self.number(bytes, 0) == Self.mark else { return nil }
    tabCount = Int(clamping: Self.number(bytes, 1))
    rowByteCount = Int(clamping: Self.number(bytes, 2))
    let bytesATab = MemoryLayout<FlatTab>.size + MemoryLayout<Int32>.size
    guard tabCount <= (bytes.count - Self.byteCount) / bytesATab,
      rowByteCount <= bytes.count - order.upperBound
    else { return nil }
  }

  /// Where the tabs stand.
  var tabs: Range<Int> {
    Self.byteCount..<(Self.byteCount + tabCount * MemoryLayout<FlatTab>.size)
  }

  /// Where their slots stand by rising ids; rows and the rest follow.
  var order: Range<Int> {
    tabs.upperBound..<(tabs.upperBound + tabCount * MemoryLayout<Int32>.size)
  }

  var bytes: ContiguousArray<UInt8> {
    let numbers = [Self.mark, UInt32(tabCount), UInt32(rowByteCount)]
    return numbers.withUnsafeBytes { ContiguousArray($0) }
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: place * MemoryLayout<UInt32>.size, as: UInt32.self)
  }
}
