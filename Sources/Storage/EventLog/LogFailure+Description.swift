import CLMDB

extension LogFailure: CustomStringConvertible {
  /// One sentence that says what happened and what to do.
  public var description: String {
    switch reason {
    case .missing, .notADirectory, .notUTF8, .notAProfile, .alreadyOpen, .usedAfterFork,
      .networkFileSystem:
      ofPlace
    case .removed, .moved, .replaced: ofChangedPlace
    case .unreadAfterSaving, .putOff: ofHalf
    case .newerFormat, .damaged, .outOfOrder, .noSuchRecord, .recordTooLarge: ofContent
    case .notPermitted, .readOnly, .overwritten, .noSpace, .inputOutput, .outcomeUnknown: ofDevice
    case .tooManyReaders, .tooManyOpenFiles, .noMemory, .other: ofSystem
    }
  }

  private var place: String { path.map { "“\($0)”" } ?? "the log" }

  /// What LMDB or the system says, for whoever looks into it.
  private var detail: String {
    code == 0 ? operation : unsafe "\(operation): \(String(cString: mdb_strerror(code)))"
  }

  private var ofPlace: String {
    switch reason {
    case .missing:
      "There is no profile at \(place); check the path, or open it for writing to make one."
    case .notADirectory:
      "\(place) is not a directory, and a profile is one; choose another path."
    case .notUTF8:
      "\(place) is in a directory whose name is not UTF-8; choose another one."
    case .notAProfile:
      "\(place) holds other files and is not a profile; choose an empty or a new directory."
    case .alreadyOpen:
      "\(place) is open already in this process; use the log that is open."
    case .usedAfterFork:
      "\(place) was opened before this process was forked; open it again here."
    default:
      "\(place) is on a network file system, where two programs could damage the log; "
        + "choose a directory on a local disk."
    }
  }

  private var ofChangedPlace: String {
    switch reason {
    case .removed:
      "\(place) was removed while it was open, so nothing of the last action was saved; open it "
        + "again to begin a new profile."
    case .moved:
      "The open profile was moved to \(place), so nothing of the last action was saved; open it "
        + "there."
    default:
      "Something else took the place of \(place) while it was open, so nothing of the last action "
        + "was saved; open it again to use what is there now."
    }
  }

  private var ofHalf: String {
    reason == .putOff
      ? "It could not be done now in \(place), and is done when the profile is opened again; free "
        + "some space first (\(detail))."
      : "The last action is saved, but what has become of \(place) could not be read; look again "
        + "(\(detail))."
  }

  private var ofContent: String {
    switch reason {
    case .newerFormat:
      "\(place) was written by a newer version; update this program to open it."
    case .outOfOrder:
      "The last record in \(place) is out of order, so nothing of the last action was saved; compact "
        + "the profile, which puts its records in order, and try again (\(detail))."
    case .noSuchRecord:
      "The record to rewrite is not in \(place); read the log again."
    case .recordTooLarge:
      "A record may have at most \(EventLog.maximumRecordBytes >> 20) MiB, so nothing of the "
        + "last action was saved; make it smaller."
    default:
      "\(place) is damaged or not a log; leave it as it is and recover what is readable into a "
        + "new profile (\(detail))."
    }
  }

  private var ofDevice: String {
    switch reason {
    case .notPermitted:
      "There is no permission to use \(place); change its permissions or choose another "
        + "directory (\(detail))."
    case .readOnly where code != 0:
      "\(place) is on a medium that can only be read; open it for reading only (\(detail))."
    case .readOnly:
      "\(place) can only be read here, so nothing of the last action was saved; open it for "
        + "writing, on a medium that can be written."
    case .overwritten:
      "\(place) can be read and not be locked here, and another program wrote to it meanwhile, so "
        + "what was read may be wrong; try again."
    case .noSpace:
      "No space left on the device of \(place): nothing of the last action was saved; free some "
        + "space and try again (\(detail))."
    case .outcomeUnknown:
      "The device of \(place) failed while saving, and the last action may or may not be saved; "
        + "look at the newest event before you repeat it (\(detail))."
    default:
      "The device of \(place) failed: nothing of the last action was saved; check its free space "
        + "and its health and try again (\(detail))."
    }
  }

  private var ofSystem: String {
    switch reason {
    case .tooManyReaders:
      "Too many programs read \(place) at the same time; close one and try again."
    case .tooManyOpenFiles:
      "Too many files are open to use \(place); close some programs and try again."
    case .noMemory:
      "There is not enough memory or address space for \(place), so nothing of the last action "
        + "was saved; raise the limit on memory and try again (\(detail))."
    default:
      "\(place) could not be used, and nothing of the last action was saved; try again, and "
        + "verify the profile if it stays so (\(detail))."
    }
  }
}
