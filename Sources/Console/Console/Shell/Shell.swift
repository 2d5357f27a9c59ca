internal import Addresses
internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store

/// What commands work on: a session, what has the focus, and how answers are shown.
struct Shell {
  let store: Store
  var presentation: Presentation
  /// Whether a private window has the focus. No durable event can say so (T7).
  var isPrivateFocused = false
  /// The moment that is in view instead of the present.
  var past: Moment?
  /// Whether the console ends with this command.
  var isOneCommand = false
  /// Whether somebody named the profile, who may have mistyped it.
  var isProfileNamed = false

  /// How answers are shown.
  struct Presentation {
    var printsJSON = false
    var style = Style.plain
    var art = LineArt.unicode
    /// The terminal's width; nil where nobody looks at one.
    var columns: Int?
    var assumesYes = false
    var now: () -> Timestamp = { Timestamp.now }
  }

  var printsJSON: Bool { presentation.printsJSON }
  var style: Style { presentation.style }

  // MARK: Acting

  /// Does what an action asks for, as a user at the console.
  mutating func perform(
    _ action: Action, isPrivate: Bool = false
  ) throws(CommandFailure) -> Commit {
    try refuseThePast()
    do throws(StoreFailure) {
      return try store.perform(
        action, by: Origin(.user, via: .console), isPrivate: isPrivate)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The same for what a page or an engine reports.
  mutating func report(_ action: Action, by actor: Event.Actor) throws(CommandFailure) -> Commit {
    do throws(StoreFailure) {
      return try store.perform(action, by: Origin(actor, via: .console))
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Lends the words of the log.
  func read<Value>(_ body: (LogText) -> Value) throws(CommandFailure) -> Value {
    do throws(LogFailure) {
      return past == nil ? try store.read(body) : try store.readApart(body)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The answer of a command that wrote: its events as JSON, or a sentence.
  func answer(_ performed: Commit, _ sentence: @autoclosure () -> VisibleText) -> Answer {
    if printsJSON { return Answer(performed: [performed], newest: store.session.sequence) }
    return Answer(sentence() + (isPrivate && performed.isKept ? Self.keptSentence : ""))
  }

  /// What is said where somebody in a private window keeps something on purpose (T7).
  private static let keptSentence: VisibleText =
    "; it is on disk, without the window it came from"
}

extension Commit {
  /// Whether it is of what has no windows: bookmarks, settings, the default zoom, names of moments.
  fileprivate var isKept: Bool {
    events.contains { event in
      guard !event.sequence.isPrivate else { return false }
      switch event.body {
      case .bookmark, .setting, .zoom(.defaultSet), .time(.marked), .time(.branched),
        .time(.branchHidden):
        return true
      default: return false
      }
    }
  }
}
