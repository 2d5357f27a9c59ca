import Glibc
import RetraceEventLog

/// The system call of LMDB that fails next. The tested log calls it through the functions below.
private enum Fault {
  case none, headWrite, pageWrite, sync
}

nonisolated(unsafe) private var fault = Fault.none

/// The number of writes of a head page after which the process ends by SIGKILL, or nil for never.
nonisolated(unsafe) private var headsLeft: Int?

/// LMDB writes only its head with a size of 120 bytes.
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

/// The system's function, which the function below replaces.
private let systemSync: @convention(c) (Int32) -> Int32 = {
  // `RTLD_NEXT`, which Swift does not import.
  let next = UnsafeMutableRawPointer(bitPattern: -1)
  guard let symbol = dlsym(next, "fsync") else { exit(3) }
  return unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
}()

/// Called at each full sync, with the descriptor.
nonisolated(unsafe) private var onSync: ((Int32) -> Void)?

@_cdecl("fsync")
public func interposedFullSync(_ descriptor: Int32) -> Int32 {
  onSync?(descriptor)
  return systemSync(descriptor)
}

/// The system's function, which the function below replaces.
private let systemLock: @convention(c) (Int32, Int32) -> Int32 = {
  let next = UnsafeMutableRawPointer(bitPattern: -1)
  guard let symbol = dlsym(next, "flock") else { exit(3) }
  return unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)
}()

/// Called once, before the next lock on a file.
nonisolated(unsafe) private var beforeLock: (() -> Void)?

@_cdecl("flock")
public func interposedLock(_ descriptor: Int32, _ operation: Int32) -> Int32 {
  // It is written only if a callback is waiting, because this function also exists in the process
  // of the tests, where many threads use locks.
  if let waiting = beforeLock {
    beforeLock = nil
    waiting()
  }
  return systemLock(descriptor, operation)
}

extension Probe {
  /// `compact-before-lock profile`: waits for a line of input when the directory of the copy exists
  /// and is not locked yet. Prints the newest record at the end.
  func compactBeforeLock() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    beforeLock = {
      Probe.say("made")
      guard readLine() != nil else { exit(0) }
    }
    try log.compact()
    Probe.say("\(try log.read { reader in try reader.newest() })")
  }

  /// `compact-killed profile`: is killed when the commit that replaces the log by its copy is in
  /// the file, but not published to other processes yet.
  func compactKilled() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    // Two commits create the copy.
    headsLeft = 3
    try log.compact()
  }

  /// `make-traced profile`: creates the profile, and prints the path of each synced directory.
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

  /// `make-stopped profile`: creates the profile, and stops permanently before it is moved to its
  /// place.
  func makeStopped() throws {
    onSync = { descriptor in
      guard isDirectory(descriptor) else { return }
      Probe.say("making")
      kill(getpid(), SIGSTOP)
    }
    _ = try EventLog(profile: profile, access: .readWrite)
  }

  /// `fail-head profile`: the last step of a commit fails. The log can be used afterwards.
  func failHead() throws {
    try fail(.headWrite)
  }

  /// `fail-space profile`: the device becomes full during a commit.
  func failSpace() throws {
    try fail(.pageWrite)
  }

  /// `interrupt-sync profile`: a signal arrives during the sync. Prints how many times the closure
  /// ran.
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
