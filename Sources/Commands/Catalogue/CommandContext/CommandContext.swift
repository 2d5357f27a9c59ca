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
  /// Whether a private window has the focus. No durable event can say so (T7).
  var isPrivateFocused = false
  /// The moment that is in view instead of the present.
  package var past: MomentInView?
  /// The meaning of positions while a line of several commands runs.
  package var positionSnapshot: PositionSnapshot?
  /// The names that lines of commands were given.
  package var aliases = Aliases(CommandCatalogue.table.index)
  /// Whether the console ends with this command.
  package var isOneCommand = false
  /// Whether another program asks, over a protocol.
  package var isServed = false
  /// The directory of a profile that is inspected without being opened.
  package var inspectedProfile: String?
  /// Whether the user named the profile, and may have mistyped the name.
  package var isProfileNamed = false
  /// The program that acts, by the name that it goes by, or nil if the user does.
  package var agent: String?
  /// The number of this run of a program or console (``Origin/run``); 0 if its actions need not be told
  /// from those of others.
  var run: UInt32 = 0
  /// On what the next thing that is written depends.
  package var precondition = Precondition()

  /// Makes a context in which the present is shown.
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
    package var asksNobody = false
    package var now: () -> Timestamp = { Timestamp.now }

    /// Plain text without a terminal.
    package init() {}
  }

  package var printsJSON: Bool { presentation.printsJSON }
  package var style: Style { presentation.style }

  // MARK: Acting

  /// Does what an action asks for, as a user at the console.
  mutating func perform(
    _ action: Action, isPrivate: Bool = false
  ) throws -> Commit {
    try refuseThePast()
    // A command that does a second thing does it without a condition.
    defer { precondition = Precondition() }
    return try store.perform(action, by: origin, isPrivate: isPrivate, if: precondition)
  }

  /// Does what several actions ask for as one batch, as a user at the console.
  mutating func perform(asOne actions: [Action]) throws -> Commit {
    if actions.count == 1 { return try perform(actions[0]) }
    try refuseThePast()
    defer { precondition = Precondition() }
    return try store.perform(asOne: actions, by: origin, if: precondition)
  }

  /// The actor: the user at the console, or a named program.
  package var origin: Origin { origin(.user) }

  /// The same for what a page or an engine reports.
  package func origin(_ actor: Event.Actor) -> Origin {
    Origin(actor, via: agent == nil ? .console : .script, agent: agent, run: run)
  }

  /// The same for what a page or an engine reports.
  mutating func report(_ action: Action, by actor: Event.Actor) throws -> Commit {
    defer { precondition = Precondition() }
    return try store.perform(action, by: origin(actor), if: precondition)
  }

  /// Writes something that is not an action: about the log itself, what was closed, a picture.
  func write<Value>(
    _ body: (Store) throws -> Value
  ) throws -> Value {
    if past?.isWhatIf ?? false { try refuseThePast() }
    return try body(store)
  }

  /// Lends the words of the log.
  package func read<Value>(_ body: (LogText) -> Value) throws -> Value {
    return past == nil ? try store.read(body) : try store.readUncached(body)
  }

  /// The answer of a command that wrote: its events as JSON, or a sentence.
  func answer(_ performed: Commit, _ sentence: @autoclosure () -> SafeText) -> Answer {
    if printsJSON { return Answer(performed: [performed], newest: store.browser.sequence) }
    return Answer(sentence() + (isPrivate && performed.isKept ? Self.keptSentence : ""))
  }

  /// The notice when the user of a private window stores something on purpose (T7).
  private static let keptSentence: SafeText =
    "; it is saved to disk, but not which window it came from"
}

/// Telling the runs of programs and consoles apart.
extension CommandContext {
  /// Makes this a run of its own.
  package mutating func beginRun() { run = UInt32.random(in: 1...UInt32.max) }
}

/// Whether there is a profile to look at.
extension CommandContext {
  /// Refuses to look at a profile that is not there, where one was named: an empty answer would hide a
  /// name that was mistyped. The default profile of a newcomer is empty until something is written.
  package func refuseMissingProfile() throws {
    guard isProfileNamed, store.log.isProfileMissing, let path = store.log.directory else {
      return
    }
    throw CommandError(
      "noProfile", "There is no profile at “\(path)”; the first command that writes creates one.",
      status: .unopened)
  }

  /// Refuses what belongs to the console alone where the console ends at once: it would vanish.
  func refuseOneCommand(_ sentence: String) throws {
    guard isOneCommand, store.log.directory != nil else { return }
    throw CommandError("notAllowed", sentence)
  }

  /// Rejects a private window that could never be shown.
  func refusePrivateWindowOfOneCommand() throws {
    if isServed { throw CommandError("notAllowed", "Private windows are not served.") }
    try refuseOneCommand(
      "A private window exists only in the console that opens it, and this console ends with the "
        + "command. Use the prompt of “retrace” instead.")
  }
}

extension EventLog {
  /// The notice that this process created the profile, or nil if it existed.
  package var newProfileSentence: SafeText? {
    guard hasMadeProfile, let directory else { return nil }
    return "created a new profile at “\(directory)”"
  }
}

extension CommandContext {
  /// Asks for confirmation of an irreversible action. If no user can answer, that is a usage error.
  func confirm(_ question: SafeText) throws {
    if presentation.assumesYes { return }
    let errors = Output(.standardError)
    guard !presentation.asksNobody, Descriptor.standardInput.isTerminal, errors.isTerminal else {
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

  /// The line that the user types; nothing where Ctrl-C or Ctrl-D was pressed instead.
  private func answeredLine(_ errors: Output) throws -> String {
    var line: [UInt8] = []
    // A terminal hands out whole lines, or less where Ctrl-D was pressed in the middle of one.
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

/// Which log the focus is in. No durable event can say that a private window has it (T7).
extension CommandContext {
  /// Whether what names nothing goes to the private log.
  package var isPrivate: Bool { isPrivateFocused && !privateBrowser.windowOrder.isEmpty }

  /// The state in view that has the focus: the durable one, perhaps without bookmarks and the zoom of
  /// sites, or that of the private windows.
  package var browser: Browser { isPrivate ? privateBrowser : durableBrowser }

  /// Whether positions in this window can be typed.
  func hasFocus(_ window: WindowID) -> Bool {
    window.isPrivate == isPrivate && browser.focusedWindow == window
  }

  /// The place of the focused window among all, from 1.
  var focusedPosition: Int {
    let focused = browser.focusedWindow
    return (windows.firstIndex { $0.id == focused } ?? 0) + 1
  }

  /// After a command: where no window of the log that had the focus is left, a window of the other one
  /// has it.
  mutating func settleFocus() {
    let hasPrivate = !store.privateBrowser.windowOrder.isEmpty
    if isPrivateFocused != hasPrivate, !hasPrivate || store.browser.windowOrder.isEmpty {
      isPrivateFocused = hasPrivate
    }
  }

  /// A tab was opened or reopened: where it is the active one of the focused window, its log has
  /// the focus.
  mutating func moveFocus(to id: TabID?) {
    guard let id else { return }
    let browser = id.isPrivate ? store.privateBrowser : store.browser
    guard let tab = browser.tab(id), browser.focusedWindow == tab.window,
      browser.window(tab.window)?.activeTab == id
    else { return }
    isPrivateFocused = id.isPrivate
  }
}
