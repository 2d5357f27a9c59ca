import Glibc
import RetraceEventLog

/// Which of LMDB's system calls fails next; the log under test calls them through the symbols below.
private enum Fault {
  case none, headWrite, pageWrite, sync
}

nonisolated(unsafe) private var fault = Fault.none

/// The number of writes of a head page after which the process ends by SIGKILL, or nil for never.
nonisolated(unsafe) private var headsLeft: Int?

/// LMDB writes its head, and only its head, in 120 bytes at once.
private let headBytes = 120

@_cdecl("pwrite")
public func interposedWrite(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: Int
) -> Int {
  let isHead = count == headBytes
  if fault == .headWrite && isHead || fault == .pageWrite && !isHead && count >= 512 {
    fault = .none
    errno = isHead ? EIO : ENOSPC
    return -1
  }
  var vector = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes), iov_len: count)
  let written = pwritev(descriptor, &vector, 1, offset)
  if isHead, let left = headsLeft {
    headsLeft = left - 1
    if left == 1 { kill(getpid(), SIGKILL) }
  }
  return written
}

@_cdecl("fdatasync")
public func interposedSync(_ descriptor: Int32) -> Int32 {
  if fault == .sync {
    fault = .none
    errno = EINTR
    return -1
  }
  return fsync(descriptor)
}

/// The real function, which the symbol below replaces.
private let systemSync: @convention(c) (Int32) -> Int32 = {
  // RTLD_NEXT, which Swift does not see.
  let next = UnsafeMutableRawPointer(bitPattern: -1)
  guard let symbol = dlsym(next, "fsync") else { exit(3) }
  return unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
}()

/// Called at each full sync with what is synced.
nonisolated(unsafe) private var onSync: ((Int32) -> Void)?

@_cdecl("fsync")
public func interposedFullSync(_ descriptor: Int32) -> Int32 {
  onSync?(descriptor)
  return systemSync(descriptor)
}

/// The real function, which the symbol below replaces.
private let systemLock: @convention(c) (Int32, Int32) -> Int32 = {
  let next = UnsafeMutableRawPointer(bitPattern: -1)
  guard let symbol = dlsym(next, "flock") else { exit(3) }
  return unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
}()

/// Called once, at the next lock that is taken on a file.
nonisolated(unsafe) private var beforeLock: (() -> Void)?

@_cdecl("flock")
public func interposedLock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
  // Only who waits writes it: the tests' own process has this function too, and locks on many threads.
  if let waiting = beforeLock {
    beforeLock = nil
    waiting()
  }
  return systemLock(descriptor, operation)
}

extension Probe {
  /// `compact-before-lock profile`: waits when the copy's directory is made and not yet locked, until
  /// it is told to go on; says the newest record then.
  func compactBeforeLock() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    beforeLock = {
      Probe.say("made")
      guard readLine() != nil else { exit(0) }
    }
    try log.compact()
    Probe.say("\(try log.read { reader in try reader.newest() })")
  }

  /// `compact-killed profile`: is killed when the commit that gives the log up for its copy is in the
  /// file, and no other process has been told of it.
  func compactKilled() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    // Two commits make the copy.
    headsLeft = 3
    try log.compact()
  }

  /// `make-traced profile`: makes it, and prints the path of each directory that was synced.
  func makeTraced() throws {
    onSync = { descriptor in
      var path = [CChar](repeating: 0, count: 4_096)
      let count = readlink("/proc/self/fd/\(descriptor)", &path, path.count)
      guard count > 0, isDirectory(descriptor) else { return }
      Probe.say(String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    _ = try EventLog(profile: profile, access: .readWrite)
  }

  private func isDirectory(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// `make-stopped profile`: makes it, and stops for good when it is about to put it in its place.
  func makeStopped() throws {
    onSync = { descriptor in
      guard isDirectory(descriptor) else { return }
      Probe.say("making")
      kill(getpid(), SIGSTOP)
    }
    _ = try EventLog(profile: profile, access: .readWrite)
  }

  /// `fail-head profile`: the last step of a commit fails; the log goes on after it.
  func failHead() throws {
    try fail(.headWrite)
  }

  /// `fail-space profile`: the device is full in the middle of a commit.
  func failSpace() throws {
    try fail(.pageWrite)
  }

  /// `interrupt-sync profile`: a signal arrives during the sync; says how often the body ran.
  func interruptSync() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    var runs = 0
    fault = .sync
    let sequence = try log.write { writer in
      runs += 1
      return try writer.append(Probe.record(1))
    }
    Probe.say("runs \(runs) sequence \(sequence)")
  }

  private func fail(_ kind: Fault) throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    Probe.say("\(try appendBatch(of: 1, to: log))")
    fault = kind
    do {
      Probe.say("\(try appendBatch(of: 1, to: log))")
    } catch let error as LogError {
      Probe.say("\(error.reason)")
    }
    Probe.say("newest \(try log.read { reader in try reader.newest() })")
    Probe.say("\(try appendBatch(of: 1, to: log))")
  }
}
