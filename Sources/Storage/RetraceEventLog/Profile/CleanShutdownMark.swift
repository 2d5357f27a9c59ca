import Platform

/// The contents of the file `closed` next to the data file. They describe the state that the data
/// file had when the last writing process closed it, and the time at which its free pages were last
/// compared with its trees.
///
/// If the mark does not match the data file, the last shutdown was not clean, because a process was
/// killed, the system crashed, or something else changed the file. The mark has a checksum and is
/// written without a sync.
struct CleanShutdownMark: Equatable {
  /// LMDB's number of the newest commit.
  var transaction: UInt64
  /// The identity of the data file.
  var file: FileSystem.Identity
  /// The time of the data file's last change, in whole seconds since 1970.
  var changedSeconds: Int64
  /// The nanoseconds within the second of the last change.
  var changedNanoseconds: Int64
  /// The time of the last comparison of the free pages, in seconds since 1970.
  var comparedSeconds: Int64

  /// The name of the mark's file, with a leading slash.
  private static let name = "/closed"
  /// The number of seconds for which a comparison is trusted, one day.
  static let day: Int64 = 86_400

  /// Creates a mark from the current state of the data file. Returns nil if the system does not
  /// report that state.
  init?(of environment: Environment, transaction: UInt64, comparedSeconds: Int64) {
    var status = stat()
    // Without a mark, the next writer compares the pages, which only takes longer.
    guard let descriptor = try? environment.descriptor(),
      unsafe fstat(descriptor, &status) == 0
    else { return nil }
    self.transaction = transaction
    file = environment.file
    changedSeconds = Int64(status.st_mtim.tv_sec)
    changedNanoseconds = Int64(status.st_mtim.tv_nsec)
    self.comparedSeconds = comparedSeconds
  }

  /// Reads the mark in an environment directory. Returns nil if there is no mark or its checksum is
  /// wrong.
  init?(in directory: String) {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = unsafe open(directory + Self.name, flags)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var numbers = [Int64](repeating: 0, count: 7)
    let byteCount = numbers.count * 8
    guard unsafe pread(descriptor, &numbers, byteCount, 0) == byteCount,
      numbers[6] == Self.checksum(of: numbers.dropLast())
    else { return nil }
    transaction = UInt64(bitPattern: numbers[0])
    file = FileSystem.Identity(
      device: UInt64(bitPattern: numbers[1]), inode: UInt64(bitPattern: numbers[2]))
    changedSeconds = numbers[3]
    changedNanoseconds = numbers[4]
    comparedSeconds = numbers[5]
  }

  /// Writes the mark. If this fails, the next writer compares the pages again.
  func write(in directory: String) {
    let descriptor = unsafe open(
      directory + Self.name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
      0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    FileSystem.matchOwner(of: directory, descriptor)
    var numbers = [
      Int64(bitPattern: transaction), Int64(bitPattern: file.device),
      Int64(bitPattern: file.inode), changedSeconds, changedNanoseconds, comparedSeconds,
    ]
    numbers.append(Self.checksum(of: numbers[...]))
    _ = unsafe pwrite(descriptor, numbers, numbers.count * 8, 0)
  }

  /// Returns a checksum similar to FNV-1a, computed from whole numbers instead of bytes.
  private static func checksum(of numbers: ArraySlice<Int64>) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for number in numbers {
      hash = (hash ^ UInt64(bitPattern: number)) &* 0x0000_0100_0000_01B3
      hash ^= hash >> 32
    }
    return Int64(bitPattern: hash)
  }
}

// The free pages are checked before the first write of each process.
extension Environment {
  /// Ensures that this process writes only to free pages. Call this in a write transaction, before
  /// anything is written.
  ///
  /// LMDB writes to any page in its list of free pages, so a damaged list destroys data. The list
  /// is compared with the trees, unless both were compared within the last day and the
  /// ``CleanShutdownMark`` matches the file.
  ///
  /// Damage in the tree of checkpoints does not cause a failure. Checkpoints are derived from the
  /// records, so they are dropped and re-created.
  ///
  /// - Returns: Whether the transaction can continue. The result is false if the list or the
  ///   checkpoints were dropped, and the transaction must begin again.
  /// - Throws: ``LogError/Reason/damaged`` if the trees themselves are damaged.
  func checkFreePages(_ transaction: Transaction) throws -> Bool {
    let base = transaction.number &- 1
    let now = Int64(time(nil))
    if !hasDamagedCheckpoints, let noted = CleanShutdownMark(in: directory),
      (0..<CleanShutdownMark.day).contains(now &- noted.comparedSeconds),
      noted
        == CleanShutdownMark(of: self, transaction: base, comparedSeconds: noted.comparedSeconds)
    {
      comparedSeconds = noted.comparedSeconds
      return true
    }
    let (descriptor, pageBytes) = (try descriptor(), try pageBytes())
    let profilePath = FileSystem.parent(of: directory)
    let file: PageFile
    do {
      file = try PageFile(descriptor: descriptor, pageBytes: pageBytes, transaction: base)
    } catch {
      throw LogError(.damaged, operation: "read the head of the log", path: profilePath)
    }
    switch hasDamagedCheckpoints ? .treesDamaged : PageCensus.outcome(file) {
    case .sound:
      comparedSeconds = now
      return true
    case .freePagesDamaged:
      try file.discardFreePages()
      return false
    case .treesDamaged
    where try file.discardCheckpoints(
      evenIfIntact: hasDamagedCheckpoints, filePages: UInt64(try fileBytes() / pageBytes)):
      noteDamagedCheckpoints(false)
      comparedSeconds = nil
      return false
    case .treesDamaged:
      throw LogError(.damaged, operation: "check the pages of the log", path: profilePath)
    }
  }

  /// Writes the ``CleanShutdownMark`` when the environment is closed, if this process knows when
  /// its free pages were last compared.
  func noteClosing() {
    guard let comparedSeconds, isStillInPlace() else { return }
    CleanShutdownMark(of: self, transaction: lastTransaction, comparedSeconds: comparedSeconds)?
      .write(in: directory)
  }
}
