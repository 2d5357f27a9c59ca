/// A check of the head of LMDB's `data.mdb` before LMDB maps the file.
enum DataFile {
  /// LMDB's magic number, as a little-endian machine stores it.
  private static let magic: [UInt8] = [0xDE, 0xC0, 0xEF, 0xBE]

  /// The number of pages that the head may count beyond the end of the file. Pages that were
  /// allocated and freed in one batch need not be written.
  static let unwrittenPages: UInt64 = 1 << 16

  /// Rejects a file that is too short for LMDB, was written by another program, or has a head that
  /// counts far more pages than the file has.
  ///
  /// LMDB trusts the file that it maps. It opens a file of less than two pages, but then the
  /// process ends with SIGBUS. It also reserves address space for the number of pages in the head,
  /// and writes new pages after that number of pages. The file must not be open in this process,
  /// because closing any descriptor of a file releases the process's locks on it. Offsets are those
  /// of `MDB_page` and `MDB_meta` in LMDB 0.9.
  ///
  /// - Throws: ``LogError/Reason/damaged``, and errors of the system if the file cannot be read.
  static func check(_ path: String) throws {
    let head = try FileSystem.contents(of: path, limit: 48)
    guard head.count == 48, head[16..<20].elementsEqual(magic) else { throw damaged(path) }
    let pageBytes = head[40..<44].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (512...65_536).contains(pageBytes) else { throw damaged(path) }
    let heads = Page(
      bytes: try FileSystem.contents(of: path, limit: pageBytes + PageHead.byteCount))
    // If another process is appending pages, the file contains them before its head counts them.
    // Therefore, the length is read after the head.
    let byteCount = try FileSystem.entry(at: path).byteCount
    guard byteCount >= 2 * pageBytes, heads.bytes.count == pageBytes + PageHead.byteCount else {
      throw damaged(path)
    }
    let transactions = [0, pageBytes].map { heads.number64($0 + PageFile.transactionOffset) }
    let newest = transactions[1] > transactions[0] ? pageBytes : 0
    // LMDB reads the page size from the newest head, and divides by it.
    guard heads.number32(newest + PageFile.treesOffset) == UInt32(pageBytes),
      heads.number64(newest + PageFile.lastPageOffset)
        < UInt64(byteCount / pageBytes) + unwrittenPages
    else { throw damaged(path) }
  }

  private static func damaged(_ path: String) -> LogError {
    LogError(.damaged, operation: "read the head of the log", path: path)
  }
}
