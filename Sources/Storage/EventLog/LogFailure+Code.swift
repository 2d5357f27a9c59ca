import CLMDB
import Glibc

extension LogFailure {
  /// The failure that a code of LMDB or of the system stands for.
  init(code: Int32, operation: String, path: String?) {
    self.init(Reason(code: code), code: code, operation: operation, path: path)
  }

  /// The failure of the system call that was just made.
  static func ofSystem(_ operation: String, path: String?) -> LogFailure {
    LogFailure(code: errno, operation: operation, path: path)
  }
}

extension LogFailure.Reason {
  init(code: Int32) {
    self = Self.ofDatabase(code) ?? Self.ofSystem(code) ?? .other
  }

  private static func ofDatabase(_ code: Int32) -> Self? {
    switch code {
    case MDB_INVALID, MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_VERSION_MISMATCH, MDB_INCOMPATIBLE:
      .damaged
    case MDB_KEYEXIST: .outOfOrder
    case MDB_READERS_FULL: .tooManyReaders
    case MDB_MAP_FULL: .noMemory
    case MDB_PANIC: .outcomeUnknown
    default: nil
    }
  }

  private static func ofSystem(_ code: Int32) -> Self? {
    switch code {
    case ENOENT: .missing
    case ENOTDIR: .notADirectory
    case EACCES, EPERM: .notPermitted
    case EROFS: .readOnly
    case ENOSPC, EDQUOT, EFBIG: .noSpace
    case EIO: .inputOutput
    case EMFILE, ENFILE: .tooManyOpenFiles
    case ENOMEM: .noMemory
    default: nil
    }
  }
}
