internal import BrowserModel
internal import EventCoding
internal import Platform
public import RetraceEventLog
internal import RetraceTimeline

/// The result of `verify` for a profile.
public struct Verification: Sendable {
  /// The result of checking every page of the file.
  public let survey: LogSurvey
  /// The result for data derived from the events, or nil if this data was not checked.
  public internal(set) var derived: Derived?

  /// The state of data derived from the events. If this data is damaged, nothing is lost, because
  /// it can be re-created.
  public struct Derived: Hashable, Sendable {
    /// The number of stored states that are intact.
    public internal(set) var states = 0
    /// The number of stored states that equal the fold of the events.
    public internal(set) var comparedStates = 0
    /// The number of intact parts of the index of pages.
    public internal(set) var pagePieces = 0
    /// The number of intact blocks of the index of words.
    public internal(set) var wordPieces = 0
    /// The events whose stored states are damaged.
    public internal(set) var damagedStates: [Int32] = []
    /// The events whose stored states differ from the fold of the events.
    public internal(set) var wrongStates: [Int32] = []
    /// The number of damaged parts of the index of pages.
    public internal(set) var damagedPagePieces = 0
    /// The number of damaged parts of the index of words.
    public internal(set) var damagedWordPieces = 0

    /// Whether all derived data is correct.
    public var isSound: Bool {
      damagedStates.isEmpty && wrongStates.isEmpty && damagedPagePieces == 0
        && damagedWordPieces == 0
    }
  }

  /// Whether neither the events nor the derived data is damaged.
  public var isSound: Bool { survey.isSound && derived?.isSound ?? true }

  /// Whether everything is intact except the tree of derived data.
  public var isDamagedInDerivedAlone: Bool {
    var survey = survey
    guard survey.removeFaults(of: .checkpoints) else { return false }
    return survey.isSound
  }

  /// Verifies a profile. Nothing is written, and no damage can end the process.
  ///
  /// - Parameters:
  ///   - path: The directory of the profile.
  ///   - log: The log of the profile, if this process has it open.
  ///   - isQuick: Whether to skip derived data.
  ///   - progress: Receives the number of checked pages and the total number, and returns whether
  ///     to continue.
  /// - Returns: The result, or nil if the verification was cancelled.
  /// - Throws: `LogError` if there is no profile, or the system does not allow the file to be read.
  /// - Complexity: O(bytes of the file), and O(events) to fold them.
  public static func of(
    profile path: String, log: EventLog? = nil, isQuick: Bool = false,
    progress: @escaping (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws -> Verification? {
    try PageLog.read(profile: path, log: log) { pages in
      guard !isQuick else {
        return pages.survey(.ofProfiles, progress: progress).map {
          Verification(survey: $0, derived: nil)
        }
      }
      let check = DerivedCheck(pages)
      let survey = check.compareStates(during: { pages.survey($0, progress: progress) })
      return survey.map { Verification(survey: $0, derived: check.result) }
    }
  }
}

extension CheckpointPlace {
  /// Parses a stored key, or returns nil if the key does not belong to a stored state.
  init?(key: RawSpan) {
    guard let sequence = CheckpointKey.stateSequence(in: key),
      let part = CheckpointPart(rawValue: key[0])
    else { return nil }
    self.init(part, of: BranchID(Int32(bitPattern: key.number(at: 1).byteSwapped)), at: sequence)
  }
}
