/// Something that happened: an immutable event, with who, when and how around it.
///
/// Plain data. Its words stand in the bytes that travel with it (``Text``).
public struct Event: Equatable, Sendable, BitwiseCopyable {
  /// Its position in the log, all branches together.
  public var sequence: EventID
  /// The first event of the same action: the unit of undo and of one transaction.
  public var batch: EventID
  /// What the clock said, in milliseconds since 1970 UTC. Order is the sequence alone.
  public var milliseconds: Int64
  /// An import's own time in milliseconds since 1970 UTC, or 0.
  public var occurredMilliseconds: Int64
  /// The event that made the branch it is on; nothing on the main branch.
  public var branch: EventID
  public var actor: Actor
  public var via: Via
  /// Whether words of it were forgotten: those are empty now, and not absent.
  public var isRedacted: Bool
  /// Which of several devices wrote it; 0 for the only one. Reserved.
  public var device: UInt32
  /// Its position in that device's own log; 0 for the only one. Reserved.
  public var deviceSequence: Int32
  public var body: Body

  public init(
    sequence: EventID, batch: EventID, milliseconds: Int64, occurredMilliseconds: Int64 = 0,
    branch: EventID = .nothing, actor: Actor = .user, via: Via = .unknown, device: UInt32 = 0,
    deviceSequence: Int32 = 0, isRedacted: Bool = false, body: Body
  ) {
    self.sequence = sequence
    self.batch = batch
    self.milliseconds = milliseconds
    self.occurredMilliseconds = occurredMilliseconds
    self.branch = branch
    self.actor = actor
    self.via = via
    self.device = device
    self.deviceSequence = deviceSequence
    self.isRedacted = isRedacted
    self.body = body
  }

  /// No event at all: what stands where one is yet to be put.
  package static var blank: Event {
    Event(sequence: .nothing, batch: .nothing, milliseconds: 0, body: .unknown(kind: 0))
  }

  /// Who did it. Numbers are stored and never reused.
  public enum Actor: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case user, page, engine, `import`, policy
  }

  /// The means by which it was done. Numbers are stored and never reused.
  public enum Via: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case unknown, button, gesture, key, menu, script, console
  }
}

/// The events of one action before they have a time and a place in the log, with their words.
public struct Draft: Equatable, Sendable {
  public private(set) var bodies: ContiguousArray<Body> = []
  /// The UTF-8 bytes that the events' texts point into.
  public private(set) var bytes: ContiguousArray<UInt8> = []

  public init() {}

  public var isEmpty: Bool { bodies.isEmpty }

  public mutating func append(_ body: Body) { bodies.append(body) }

  /// Puts words aside for an event that is yet to be appended.
  public mutating func text(_ words: String) -> Text {
    let start = bytes.count
    bytes.append(contentsOf: words.utf8)
    return Text(start: UInt32(start), count: UInt32(bytes.count - start))
  }

  /// The same for words that may not be there.
  public mutating func text(_ words: String?) -> Text {
    guard let words else { return .absent }
    return text(words)
  }
}

/// What happened, by family. Names are past tense; `apply` has one function a family.
public enum Body: Equatable, Sendable, BitwiseCopyable {
  case window(WindowEvent)
  case tab(TabEvent)
  case group(GroupEvent)
  case navigation(NavigationEvent)
  case page(PageEvent)
  case zoom(ZoomEvent)
  case bookmark(BookmarkEvent)
  case setting(SettingChanged)
  case session(SessionEvent)
  case time(TimeEvent)
  /// Written by a newer version: kept, shown, and not folded. The number is the stored kind.
  case unknown(kind: UInt32)

  /// Whether undo can take it back: selections, loads, reports and moves in time are not things to take back.
  public var isUndoable: Bool {
    switch self {
    case .page(.visited): true
    case .window(.focused), .tab(.selected), .page, .session, .time, .unknown:
      false
    case .navigation(let event):
      switch event {
      case .committed, .traveled: true
      case .started, .travelStarted, .reloaded, .stopped, .failed, .loaded: false
      }
    case .window, .tab, .group, .zoom, .bookmark, .setting: true
    }
  }
}

extension Body {
  /// Whether it is about bookmarks or the zoom of sites, which folds may leave for later.
  package var isAboutLibrary: Bool {
    switch self {
    case .bookmark, .zoom(.siteSet), .zoom(.defaultSet): true
    default: false
    }
  }
}
