internal import Addresses
package import BrowserModel
package import CommandKit
package import Notation
internal import Platform
package import RetraceEventLog
package import RetraceStore

/// The context of a command: a session, the focus, and the presentation of answers.
package struct CommandContext {
  package let store: Store
  package var presentation: Presentation
  /// Whether a private window has the focus. No durable event can record this (T7).
  var isPrivateFocused = false
  /// The moment shown instead of the present, or nil.
  package var past: ShownMoment?
  /// The meaning of positions while a line of several commands runs.
  package var positionSnapshot: PositionSnapshot?
  /// The aliases of command lines.
  package var aliases = Aliases(CommandCatalogue.table.index)
  /// Whether the console ends after this command.
  package var isOneCommand = false
  /// Whether the client is another program, using a protocol.
  package var isServed = false
  /// Whether a served client can pass paths of files on this machine.
  package var allowsFiles = false
  /// Whether a served client can open private windows.
  package var allowsPrivate = false
  /// The actions of commands that are performed together, or nil while commands are performed one
  /// by one.
  var gathered: [Action]?
  /// The part of a list that a served client requests, or nil for the complete list.
  package var page: ListPage?
  /// The number of changes of each kind of thing that a client wants with all their members. Further
  /// changes have only a kind, so that they can be counted.
  package var detailedChanges = Int.max
  /// The directory of a profile that is inspected without being opened.
  package var inspectedProfile: String?
  /// Whether the user named the profile, so that the name may be mistyped.
  package var isProfileNamed = false
  /// The name of the acting program, or nil for the user.
  package var agent: String?
  /// The number of this run of a program or console (``Origin/run``), or 0 if its actions do not
  /// have to be distinguished from the actions of other runs.
  package var run: UInt32 = 0
  /// The precondition of the next action.
  package var precondition = Precondition()

  /// Creates a context that shows the present.
  package init(store: Store, presentation: Presentation) {
    self.store = store
    self.presentation = presentation
  }

  /// The presentation of answers.
  package struct Presentation {
    package var printsJSON = false
    package var style = Style.plain
    package var art = LineArt.unicode
    /// The terminal's width, or nil if the output is not a terminal.
    package var columns: Int?
    package var assumesYes = false
    /// Whether no user can answer a question.
    package var isNonInteractive = false
    package var now: () -> Timestamp = { Timestamp.now }

    /// Plain text without a terminal.
    package init() {}
  }

  package var printsJSON: Bool { presentation.printsJSON }
  package var style: Style { presentation.style }

  // MARK: Acting

  /// Performs an action as the user at the console.
  mutating func perform(
    _ action: Action, isPrivate: Bool = false
  ) throws -> Commit {
    try refuseThePast()
    guard gathered == nil else { return try gather([action], isPrivate: isPrivate) }
    // A second action of the same command has no precondition.
    defer { precondition = Precondition() }
    return try store.perform(action, by: origin, isPrivate: isPrivate, if: precondition)
  }

  /// Performs several actions as one batch, as the user at the console.
  mutating func perform(asOne actions: [Action]) throws -> Commit {
    if actions.count == 1 { return try perform(actions[0]) }
    try refuseThePast()
    guard gathered == nil else { return try gather(actions) }
    defer { precondition = Precondition() }
    return try store.perform(asOne: actions, by: origin, if: precondition)
  }

  /// The author of actions, which is the user at the console or a named program.
  package var origin: Origin { origin(.user) }

  /// Returns the origin of actions with a given actor, performed through this context.
  package func origin(_ actor: Event.Actor) -> Origin {
    Origin(actor, via: agent == nil ? .console : .script, agent: agent, run: run)
  }

  /// Performs several actions reported by a page or an engine.
  mutating func report(_ action: Action, by actor: Event.Actor) throws -> Commit {
    try refuseGathering()
    defer { precondition = Precondition() }
    return try store.perform(action, by: origin(actor), if: precondition)
  }

  /// Performs a write that is not an action, such as a change of the log itself, a restoration, or
  /// a picture.
  func write<Value>(
    _ body: (Store) throws -> Value
  ) throws -> Value {
    try refuseGathering()
    if past?.isWhatIf ?? false { try refuseThePast() }
    return try body(store)
  }

  /// Calls a closure with the texts of the log.
  package func read<Value>(_ body: (LogText) -> Value) throws -> Value {
    return past == nil ? try store.read(body) : try store.readUncached(body)
  }

  /// Returns the answer of a command that wrote. With JSON, it contains the written events,
  /// otherwise a sentence.
  func answer(_ performed: Commit, _ sentence: @autoclosure () -> SafeText) -> Answer {
    if printsJSON { return Answer(performed: [performed], newest: store.browser.sequence) }
    return Answer(sentence() + (isPrivate && performed.isKept ? Self.keptSentence : ""))
  }

  /// The notice about data that the user of a private window stores on purpose (T7).
  private static let keptSentence: SafeText =
    "; it is saved to disk, but not which window it came from"
}

/// Distinguishing the runs of programs and consoles.
extension CommandContext {
  /// Begins a new run, whose actions can be distinguished from those of other runs.
  package mutating func beginRun() { run = UInt32.random(in: 1...UInt32.max) }
}

/// Whether the profile exists.
extension CommandContext {
  /// Rejects reading a profile that the user specified but that does not exist, because an empty
  /// answer would hide a mistyped name. The default profile of a new user is empty until something
  /// is written.
  package func refuseMissingProfile() throws {
    guard isProfileNamed, store.log.isProfileMissing, let path = store.log.directory else {
      return
    }
    throw CommandError(
      "noProfile", "There is no profile at “\(path)”. The first command that writes creates one.",
      status: .unopened)
  }

  /// Rejects a change of the console's own state if the console ends after the command, because the
  /// change would be lost.
  func refuseOneCommand(_ sentence: String) throws {
    guard isOneCommand, store.log.directory != nil else { return }
    throw CommandError("notAllowed", sentence)
  }

  /// Rejects a private window that could never be shown.
  func refusePrivateWindowOfOneCommand() throws {
    guard !isServed || allowsPrivate else {
      throw CommandError(
        "notAllowed", "Private windows are served only after “hello” with {\"private\":true}.")
    }
    if isServed { return }
    try refuseOneCommand(
      "A private window exists only in the console that opens it, and this console ends with the "
        + "command. Use the prompt of “retrace” instead.")
  }
}

extension EventLog {
  /// The notice that this process created the profile, or nil if the profile already existed.
  package var newProfileSentence: SafeText? {
    guard hasMadeProfile, let directory else { return nil }
    return "created a new profile at “\(directory)”"
  }
}

extension CommandContext {
  /// Asks for confirmation of an irreversible action. If no user can answer, throws a usage error.
  func confirm(_ question: SafeText) throws {
    if presentation.assumesYes { return }
    let errors = Output(.standardError)
    guard !presentation.isNonInteractive, Descriptor.standardInput.isTerminal, errors.isTerminal
    else {
      throw CommandError(
        "notConfirmed", "This must be confirmed, but there is no terminal to ask: add --yes.",
        status: .usage)
    }
    // One column stays free for the typed answer.
    let asked = (question + " [y/N]").wrapped(toColumns: presentation.columns.map { $0 - 2 })
    errors.write(signs(asked + " "))
    try errors.flush()
    let answer = try answeredLine(errors).lowercased()
    if SignalInbox.interruptRequested { throw CommandError.interrupted }
    guard answer == "y" || answer == "yes" else {
      throw CommandError("notConfirmed", "Nothing was done.")
    }
  }

  /// Reads the line that the user types. Returns an empty string after Ctrl-C. After Ctrl-D,
  /// returns the part of the line that was typed so far.
  private func answeredLine(_ errors: Output) throws -> String {
    var line: [UInt8] = []
    // A terminal returns complete lines, or less if Ctrl-D was pressed within a line.
    if SignalInbox.waitForInput(on: Descriptor.standardInput.number) {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = try Descriptor.standardInput.read(into: &bytes, from: 0)
      line = Array(bytes[..<count])
    }
    if line.last == UInt8(ascii: "\n") {
      line.removeLast()
    } else {
      errors.write("\n")
      try errors.flush()
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// The log of the focused window. No durable event can record that a private window has the focus
/// (T7).
extension CommandContext {
  /// Whether a command without a reference applies to the private log.
  package var isPrivate: Bool { isPrivateFocused && !privateBrowser.windowOrder.isEmpty }

  /// The shown state that has the focus. This is the durable state, possibly without bookmarks and
  /// the zoom of sites, or the state of the private windows.
  package var browser: Browser { isPrivate ? privateBrowser : durableBrowser }

  /// Whether positions in this window can be typed.
  func hasFocus(_ window: WindowID) -> Bool {
    window.isPrivate == isPrivate && browser.focusedWindow == window
  }

  /// The position of the focused window among all windows, from 1.
  var focusedPosition: Int {
    let focused = browser.focusedWindow
    return (windows.firstIndex { $0.id == focused } ?? 0) + 1
  }

  /// Moves the focus to a window of the other log if the command closed the last window of the
  /// focused log.
  mutating func settleFocus() {
    let hasPrivate = !store.privateBrowser.windowOrder.isEmpty
    if isPrivateFocused != hasPrivate, !hasPrivate || store.browser.windowOrder.isEmpty {
      isPrivateFocused = hasPrivate
    }
  }

  /// Moves the focus to the log of an opened or reopened tab if this tab is the active tab of the
  /// focused window.
  mutating func moveFocus(to id: TabID?) {
    guard let id else { return }
    let browser = id.isPrivate ? store.privateBrowser : store.browser
    guard let tab = browser.tab(id), browser.focusedWindow == tab.window,
      browser.window(tab.window)?.activeTab == id
    else { return }
    isPrivateFocused = id.isPrivate
  }
}
