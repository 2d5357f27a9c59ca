import Glibc

/// Where one read transaction has looked up records, so that the pages around them can leave the
/// memory of the process.
///
/// Linux brings in up to 64 KiB around each page that is touched, so a hundred look-ups in a large log
/// take megabytes for some kilobytes of text.
struct LookedUpPages {
  private var low = UInt.max
  private var high = UInt.min
  private var count = 0

  /// More often, and the pages near the root of the tree would come and go as well.
  private static let limit = 16

  /// Notes a record of the map, and after enough of them lets all pages between them go.
  ///
  /// Both ends are records of one map, which stays where it is while a transaction is open; so nothing
  /// else lies between them. A page that is needed again comes from the file, where what it held still
  /// is: bytes that are lent meanwhile stay readable, too.
  mutating func note(_ record: RawSpan) {
    let start = unsafe record.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    low = min(low, start)
    high = max(high, start)
    count += 1
    guard count == Self.limit else { return }
    letGo()
    self = LookedUpPages()
  }

  private func letGo() {
    let page = UInt(getpagesize())
    let first = low / page * page
    let end = (high / page + 1) * page
    // It saves memory; where it fails, nothing is lost.
    _ = unsafe madvise(
      UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
  }
}
