internal import BrowserModel
internal import EventCoding
internal import Platform
public import RetraceEventLog
internal import RetraceTimeline

/// What `verify` finds out about a profile.
public struct Verification: Sendable {
  /// What every page of the file says.
  public let survey: LogSurvey
  /// What was found of all that is derived from the events, or nil if it was not looked at.
  public internal(set) var derived: Derived?

  /// What is derived from the events: it costs nothing when it is damaged, as it is made again.
  public struct Derived: Hashable, Sendable {
    /// The number of kept states that are sound.
    public internal(set) var states = 0
    /// The number of them that were compared with what the events give.
    public internal(set) var comparedStates = 0
    /// The number of pieces of the index of pages that are sound.
    public internal(set) var pagePieces = 0
    /// The number of pieces of the index of words that are sound.
    public internal(set) var wordPieces = 0
    /// The events at whose kept state the bytes are not what was written.
    public internal(set) var damagedStates: [Int32] = []
    /// The events at whose kept state the state is not what the events give.
    public internal(set) var wrongStates: [Int32] = []
    /// The number of pieces of the index of pages that are damaged.
    public internal(set) var damagedPagePieces = 0
    /// The number of pieces of the index of words that are damaged.
    public internal(set) var damagedWordPieces = 0

    /// Whether all of it is as it should be.
    public var isSound: Bool {
      damagedStates.isEmpty && wrongStates.isEmpty && damagedPagePieces == 0
        && damagedWordPieces == 0
    }
  }

  /// Whether nothing is damaged.
  public var isSound: Bool { survey.isSound && derived?.isSound ?? true }

  /// Whether everything is whole except the tree of what is derived from the events.
  public var isDamagedInDerivedAlone: Bool {
    var survey = survey
    guard survey.removeFaults(of: .checkpoints) else { return false }
    return survey.isSound
  }

  /// Looks at a profile. Nothing is written, and no damage can end the process.
  ///
  /// - Parameters:
  ///   - path: The directory of the profile.
  ///   - log: Its log, where this process has it open.
  ///   - isQuick: Whether what is derived is left out.
  ///   - progress: Receives how many pages of how many were looked at; returns whether to continue.
  /// - Returns: Nil when it was stopped.
  /// - Throws: `LogFailure` when there is no profile, or the system does not let it be read.
  /// - Complexity: O(bytes of the file), and O(events) to fold them.
  public static func of(
    profile path: String, log: EventLog? = nil, isQuick: Bool = false,
    progress: @escaping (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(LogFailure) -> Verification? {
    try PageLog.read(profile: path, log: log) { (pages) throws(LogFailure) in
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
  /// Reads a stored key, or nil if it is not that of a kept state.
  init?(key: RawSpan) {
    guard let sequence = CheckpointKey.stateSequence(in: key),
      let part = CheckpointPart(rawValue: key[0])
    else { return nil }
    self.init(part, of: BranchID(Int32(bitPattern: key.number(at: 1).byteSwapped)), at: sequence)
  }
}
