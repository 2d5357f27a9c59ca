/// The head of LMDB's `data.mdb`, checked before LMDB maps the file.
enum DataFile {
  /// LMDB's magic number, as a little-endian machine stores it.
  private static let magic: [UInt8] = [0xDE, 0xC0, 0xEF, 0xBE]

  /// The number of pages the head may count beyond the end of the file: those that were taken and
  /// given back in one batch need not be written.
  static let unwrittenPages: UInt64 = 1 << 16

  /// Refuses a file that is too short for LMDB or that another program wrote, and one whose head
  /// counts pages that it is far from having.
  ///
  /// LMDB trusts what it maps: a file of less than two pages opens, and then ends the process by
  /// SIGBUS. It asks for as much address space as the head counts pages, and writes behind them. The
  /// file must not be open in this process, because closing any descriptor of it drops the
  /// process's locks on it. Offsets are those of `MDB_page` and `MDB_meta` in LMDB 0.9.
  ///
  /// - Throws: ``LogFailure/Reason/damaged``, and what the system says of a file that cannot be
  ///   read.
  static func check(_ path: String) throws(LogFailure) {
    let head = try FileSystem.contents(of: path, limit: 48)
    guard head.count == 48, head[16..<20].elementsEqual(magic) else { throw damaged(path) }
    let pageBytes = head[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (512...65_536).contains(pageBytes) else { throw damaged(path) }
    let heads = Page(
      bytes: try FileSystem.contents(of: path, limit: pageBytes + PageHead.byteCount))
    // What others append meanwhile is in the file before its head counts it.
    let byteCount = try FileSystem.entry(at: path).byteCount
    guard byteCount >= 2 * pageBytes, heads.bytes.count == pageBytes + PageHead.byteCount else {
      throw damaged(path)
    }
    let transactions = [0, pageBytes].map { heads.number64($0 + PageFile.transactionOffset) }
    let newest = transactions[1] > transactions[0] ? pageBytes : 0
    // LMDB takes the size of a page from the newest head, and divides by it.
    guard heads.number32(newest + PageFile.treesOffset) == UInt32(pageBytes),
      heads.number64(newest + PageFile.lastPageOffset)
        < UInt64(byteCount / pageBytes) + unwrittenPages
    else { throw damaged(path) }
  }

  private static func damaged(_ path: String) -> LogFailure {
    LogFailure(.damaged, operation: "read the head of the log", path: path)
  }
}
