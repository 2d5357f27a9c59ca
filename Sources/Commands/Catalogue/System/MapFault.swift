internal import Platform
internal import RetraceEventLog

/// Handles memory faults and failed assertions that occur while a damaged log is read. They occur
/// because the data file is shorter than it should be, or because a page refers to a place outside
/// the file. LMDB trusts its pages, so often only the kernel detects such damage.
package enum MapFault {
  /// Installs handlers that end the program after a fault, with a message that states only what is
  /// known.
  ///
  /// The handlers only restore the terminal, write and exit. Nothing else is allowed in a signal
  /// handler (POSIX, 2.4.3).
  package static func endProgram() {
    _ = unsafe maps.count
    var action = sigaction()
    action.sa_flags = SA_SIGINFO
    unsafe action.__sigaction_handler.sa_sigaction = { _, information, _ in
      let address = unsafe information?.pointee._sifields._sigfault.si_addr
      if MapFault.isInDataFile(UInt(bitPattern: address)) {
        MapFault.end(MapFault.unreadable, .unopened)
      }
      if !BrokenLog.readsWithoutLock { MapFault.restartProgram() }
      MapFault.end(MapFault.elsewhere, .failed)
    }
    unsafe sigaction(SIGBUS, &action, nil)
    unsafe sigaction(SIGSEGV, &action, nil)
    unsafe BrokenLog.onAssertion { _ in MapFault.end(MapFault.contradictory, .unopened) }
  }

  /// The arguments with which this process is replaced by a new run of the program that identifies
  /// a fault. Nil if that is impossible.
  nonisolated(unsafe) private static var successor:
    UnsafeMutablePointer<
      UnsafeMutablePointer<CChar>?
    >?

  /// Installs handlers that restart this program in the same process after a fault outside the data
  /// file, so that the program can examine the profile safely (``FaultRecovery``).
  package static func explain(profile path: String) {
    let words = ["retrace", FaultRecovery.option, path]
    unsafe successor = .allocate(capacity: words.count + 1)
    for (place, word) in words.enumerated() { unsafe successor?[place] = strdup(word) }
    unsafe successor?[words.count] = nil
  }

  /// Replaces this process with the program that explains the fault. Returns only if that fails.
  private static func restartProgram() {
    guard let successor = unsafe successor else { return }
    TerminalGuard.endInHandler()
    _ = unsafe execv("/proc/self/exe", successor)
  }

  /// A preallocated buffer for the list of mapped ranges.
  nonisolated(unsafe) private static let maps = UnsafeMutableBufferPointer<UInt8>.allocate(
    capacity: 1 << 16)

  /// Whether a data file of a log is mapped at an address. The system lists each range with its
  /// first address, its end, and the file at the end of the line.
  private static func isInDataFile(_ address: UInt) -> Bool {
    let descriptor = unsafe open("/proc/self/maps", O_RDONLY)
    var count = 0
    while unsafe count < maps.count {
      let added = unsafe read(descriptor, maps.baseAddress! + count, maps.count - count)
      guard added > 0 else { break }
      count += added
    }
    var place = 0
    while place < count {
      let first = number(&place)
      place += 1
      let end = number(&place)
      let line = place
      while place < count, unsafe maps[place] != 0x0A { place += 1 }
      if first <= address, address < end { return namesDataFile(line, place) }
      place += 1
    }
    return false
  }

  /// Reads a number in base 16.
  private static func number(_ place: inout Int) -> UInt {
    var number: UInt = 0
    while unsafe place < maps.count {
      switch unsafe maps[place] {
      case 0x30...0x39: number = unsafe number << 4 | UInt(maps[place] - 0x30)
      case 0x61...0x66: number = unsafe number << 4 | UInt(maps[place] - 0x61 + 10)
      default: return number
      }
      place += 1
    }
    return number
  }

  private static func namesDataFile(_ first: Int, _ end: Int) -> Bool {
    let name: StaticString = "/data.mdb"
    var place = first
    while place + name.utf8CodeUnitCount <= end {
      if unsafe memcmp(maps.baseAddress! + place, name.utf8Start, name.utf8CodeUnitCount) == 0 {
        return true
      }
      place += 1
    }
    return false
  }

  private static let unreadable: StaticString =
    """
    retrace: The profile is damaged: a part of its data file cannot be read. The file was \
    truncated, or the disk is failing. “verify” reports the damage, “recover DIR” saves what is \
    intact.

    """

  private static let contradictory: StaticString =
    """
    retrace: The profile is damaged: a page of its data file is invalid. “verify” reports the \
    damage, “recover DIR” saves what is intact.

    """

  private static let elsewhere: StaticString =
    """
    retrace: The program has failed, either because of a bug or because of an invalid page in the \
    profile. All answered commands are saved.

    """

  private static let overwritten: StaticString =
    """
    retrace: A page of the profile is invalid. The profile can be read but not locked here, so another \
    program has probably written to it meanwhile; try again. If no program is writing, the profile \
    is damaged.

    """

  private static func end(_ found: StaticString, _ otherwise: ExitStatus) -> Never {
    let message = BrokenLog.readsWithoutLock ? overwritten : found
    let status = BrokenLog.readsWithoutLock ? .unopened : otherwise
    TerminalGuard.endInHandler()
    _ = unsafe write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(status.rawValue)
  }
}
