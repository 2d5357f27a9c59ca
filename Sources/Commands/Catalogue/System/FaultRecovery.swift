internal import CommandKit
internal import RetraceEventLog
internal import RetraceStore

/// The message printed by a program that was restarted after a memory fault. It states whether the
/// profile is damaged or the program has an error.
///
/// The program is restarted because a signal handler must not read files for long, and because the
/// code that reads the files may have caused the fault.
package enum FaultRecovery {
  /// The argument that requests the message. It is followed by the path of the profile.
  static let option = "--after-fault"

  /// Returns the profile to check, or nil if the arguments do not request the message.
  package static func profile(in arguments: [String]) -> String? {
    arguments.count == 2 && arguments[0] == option ? arguments[1] : nil
  }

  /// Examines the profile and prints the cause of the fault.
  package static func explain(_ profile: String, _ errors: Output) -> ExitStatus {
    var isDamaged = false
    do {
      let found = try Verification.of(profile: profile, isQuick: true)
      isDamaged = found?.isSound == false
      if let found, found.isDamagedInDerivedAlone {
        errors.writeLine("retrace: " + (repair(profile) ? repaired : derived))
        do { try errors.flush() } catch {}
        return .failed
      }
    } catch {
      // If the profile cannot be read at all, the fault may not be in the program.
      isDamaged = (error as? LogError)?.reason == .damaged
    }
    errors.writeLine("retrace: " + (isDamaged ? damage : fault))
    // Failures to write to standard error cannot be reported.
    do { try errors.flush() } catch {}
    return isDamaged ? .unopened : .failed
  }

  /// Discards the data that is derived from the events, and returns whether this succeeded.
  private static func repair(_ profile: String) -> Bool {
    do {
      try EventLog(profile: profile, access: .readWrite).discardCheckpoints()
      return true
    } catch {
      // The profile cannot be written here. The caller reports it.
      return false
    }
  }

  private static let repaired: SafeText =
    "An index of the profile was damaged. It was removed and will be re-created. No event was "
    + "lost. Run the command again."

  private static let derived: SafeText =
    "An index of the profile is damaged, and it cannot be removed because the profile cannot be "
    + "written. No event was lost. Open the profile once where it can be written."

  private static let damage: SafeText =
    "The profile is damaged: a page of its data file is invalid. “verify” reports the damage, "
    + "“recover DIR” saves what is intact."

  private static let fault: SafeText =
    "The program failed because of a bug; the profile is intact. All answered commands are saved."
}
