import Glibc
import RetraceEventLog

extension Probe {
  /// `append profile count batch map`: acknowledges each committed batch with its last sequence
  /// number.
  func append() throws {
    let log = try EventLog(
      profile: profile, access: .readWrite, mapBytes: number(2, or: 64 << 30))
    for _ in 0..<number(0, or: 1) {
      Probe.say("\(try appendBatch(of: number(1, or: 1), to: log))")
    }
  }

  func appendBatch(of count: Int, to log: EventLog) throws -> UInt64 {
    try log.write { writer in
      for _ in 0..<count {
        try writer.append(Probe.record(try writer.reader.newest() + 1))
      }
      return try writer.reader.newest()
    }
  }

  /// `append-when-told profile`: appends a record for each line of input, and acknowledges it or
  /// prints the reason of the failure.
  func appendWhenTold() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    while readLine() != nil {
      do {
        Probe.say("\(try appendBatch(of: 1, to: log))")
      } catch let error as LogError {
        Probe.say("\(error.reason) \(error.path ?? "")")
      }
    }
  }

  /// `compact-when-told profile`: compacts for each line of input, in the same way.
  func compactWhenTold() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    while readLine() != nil {
      do {
        try log.compact()
        Probe.say("compacted")
      } catch let error as LogError {
        Probe.say("\(error.reason) \(error.path ?? "")")
      }
    }
  }

  /// `open profile`: opens the profile for writing, and prints the newest sequence number.
  func open() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    Probe.say("\(try log.read { reader in try reader.newest() })")
  }

  /// `reopen profile count`: opens the profile repeatedly, and prints the newest record each time.
  func reopen() throws {
    for _ in 0..<number(0, or: 1) { try open() }
  }

  /// `compact-stopped profile`: prints a line when it copies, and then stops permanently.
  func compactStopped() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    try log.compact { _, _ in
      Probe.say("copying")
      kill(getpid(), SIGSTOP)
    }
  }

  /// `stop-while-writing profile`: stops during a batch and during a compaction, as after Ctrl-Z.
  func stopWhileWriting() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    try log.write { writer in
      Probe.say("writing")
      kill(getpid(), SIGTSTP)
      try writer.append(Probe.record(try writer.reader.newest() + 1))
    }
    Probe.say("written")
    try log.compact { _, _ in kill(getpid(), SIGTSTP) }
    Probe.say("compacted")
  }

  /// `read-when-told profile`: prints the newest record, and for each line of input reads all
  /// records in the same transaction. Prints the reason if that fails. Repeats this.
  func readWhenTold() throws {
    let log = try EventLog(profile: profile, access: .readOnly)
    while true {
      do {
        let isRight = try log.read { reader in
          let newest = try reader.newest()
          Probe.say("reading \(newest)")
          guard readLine() != nil else { exit(0) }
          return try hasOnlyExpectedRecords(reader, through: newest)
        }
        Probe.say(isRight.map { "read \($0)" } ?? "wrong")
      } catch let error as LogError {
        Probe.say("\(error.reason) \(error.path ?? "")")
      }
    }
  }

  /// The newest record, if all records are as expected.
  private func hasOnlyExpectedRecords(
    _ reader: borrowing Reader, through newest: UInt64
  ) throws -> UInt64? {
    var next: UInt64 = 1
    try reader.scan { (sequence, bytes) in
      guard sequence == next,
        bytes.withUnsafeBytes({ $0.elementsEqual(Probe.record(sequence)) })
      else { return false }
      next += 1
      return true
    }
    return next == newest + 1 ? newest : nil
  }

  /// `read-as profile user`: opens the profile as that user for reading, and prints the newest
  /// sequence number.
  func read(as user: Int) throws {
    become(user)
    try read()
  }

  /// `open-as profile user`: the same for writing.
  func open(as user: Int) throws {
    become(user)
    try open()
  }

  private func become(_ user: Int) {
    guard getuid() != user, setuid(uid_t(user)) != 0 else { return }
    Probe.say("cannot become \(user)")
    exit(3)
  }

  /// `read profile`: prints the newest sequence number.
  func read() throws {
    let log = try EventLog(profile: profile, access: .readOnly)
    Probe.say("\(try log.read { reader in try reader.newest() })")
  }

  /// `compact profile count`: compacts repeatedly, and acknowledges each compaction with the newest
  /// sequence number.
  func compact() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    for _ in 0..<number(0, or: 1) {
      try log.compact()
      Probe.say("\(try log.read { reader in try reader.newest() })")
    }
  }

  /// `churn profile count batch`: repeatedly appends a batch and compacts. Acknowledges both with
  /// the newest sequence number.
  func churn() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    for _ in 0..<number(0, or: 1) {
      let newest = try appendBatch(of: number(1, or: 1), to: log)
      Probe.say("\(newest)")
      try log.compact()
      Probe.say("\(newest)")
    }
  }

  /// `file-limit-compact profile bytes`: compacts with a limit on file sizes, appends, and then
  /// compacts without the limit.
  func limitCompaction() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    setLimit(RLIMIT_FSIZE, to: number(0, or: 1 << 20))
    do {
      try log.compact()
      Probe.say("compacted")
    } catch let error as LogError {
      Probe.say(error.code == 0 ? "?" : "\(error.reason)")
    }
    setLimit(RLIMIT_FSIZE, to: nil)
    Probe.say("\(try appendBatch(of: 1, to: log))")
    try log.compact()
    Probe.say("\(try appendBatch(of: 1, to: log))")
  }

  /// `fork profile`: uses the log in a child process, and then in the parent.
  func fork() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    let child = Glibc.fork()
    if child == 0 {
      do {
        Probe.say("child \(try appendBatch(of: 1, to: log))")
      } catch let error as LogError {
        Probe.say("child \(error.reason)")
      }
      exit(0)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    Probe.say("parent \(try appendBatch(of: 1, to: log))")
  }

  /// `file-limit profile bytes`: appends up to the limit, and then again without it.
  func limitFile() throws {
    let log = try EventLog(profile: profile, access: .readWrite)
    setLimit(RLIMIT_FSIZE, to: number(0, or: 1 << 20))
    var acknowledged: UInt64 = 0
    do {
      while true { acknowledged = try appendBatch(of: 50, to: log) }
    } catch let error as LogError {
      Probe.say("\(acknowledged) \(error.code == 0 ? "?" : "\(error.reason)")")
    }
    Probe.say("\(try log.read { reader in try reader.newest() })")
    setLimit(RLIMIT_FSIZE, to: nil)
    Probe.say("\(try appendBatch(of: 1, to: log))")
  }

  /// `memory-limit profile bytes`: opens the profile with less address space than the log requests.
  func limitMemory() throws {
    setLimit(RLIMIT_AS, to: number(0, or: 8 << 30))
    let log = try EventLog(profile: profile, access: .readWrite)
    Probe.say("\(try log.statistics().mapBytes)")
  }

  private func setLimit(_ resource: __rlimit_resource, to bytes: Int?) {
    let code = __rlimit_resource_t(resource.rawValue)
    var limit = rlimit()
    getrlimit(code, &limit)
    limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
    guard setrlimit(code, &limit) == 0 else { exit(3) }
  }
}
