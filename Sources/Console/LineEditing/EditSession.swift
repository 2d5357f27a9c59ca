internal import CLibEdit
internal import HistoryStorage
internal import Platform

/// A memory-safe wrapper of libedit's line editor. Use it only on the thread that reads the line.
///
/// While libedit reads, it calls ``read`` for each character, and ``press`` for the keys that this
/// module handles. This class owns the line, the history and the prompts, which are C objects.
@safe final class EditSession {
  /// The actions of keys that this module handles itself.
  enum Key: String, CaseIterable {
    /// Completes the word before the cursor (Tab).
    case complete
    /// Inserts the hint, or moves the cursor by one (Right, Control-F).
    case forward
    /// Inserts one word of the hint, or moves the cursor to the end of the next word
    /// (Control-Right, Alt-Right). ``forwardWordKey`` is bound to this action.
    case forwardWord = "forward-word"
    /// Inserts the hint, or moves the cursor to the end (End, Control-E).
    case end
    /// Edits the line in the user's editor (Control-X Control-E).
    case edit
    /// Reads pasted text. ``pasteKey`` is bound to this action.
    case paste
    /// Undoes the newest change of the line (Control-_).
    case undo
  }

  /// The part of the screen that libedit draws after this module has handled a key.
  enum KeyOutcome {
    case nothing, moveCursor, redraw, redrawWithBeep
  }

  /// The result that ``read`` returns to libedit: a character, or the end of the line.
  enum Reading {
    /// The next character.
    case character(Unicode.Scalar)
    /// There are no more characters, so the line ends without a newline.
    case stop
  }

  /// Called when libedit wants the next character.
  var read: () -> Reading = { .stop }
  /// Called when a key that this module handles was pressed.
  var press: (Key) -> KeyOutcome = { _ in .nothing }

  /// libedit's line (`EditLine *`).
  private let line: OpaquePointer
  /// libedit's history, in wide characters (`HistoryW *`).
  private let history: OpaquePointer
  /// The left prompt in the form that libedit requires, at an address that stays valid while
  /// libedit draws the prompt.
  private let leftPrompt = WideBuffer()
  /// The right prompt, in the same form as ``leftPrompt``.
  private let rightPrompt = WideBuffer()

  /// Opens a line on standard input and output, and reads `.editrc`.
  ///
  /// - Throws: ``SystemError`` without an error number if libedit cannot be started.
  init(program: String, historyLimit: Int) throws {
    guard let line = unsafe edit_open(program) else {
      throw SystemError(operation: "start the line editor on", path: "the terminal")
    }
    guard let history = unsafe history_winit() else {
      unsafe el_end(line)
      throw SystemError(operation: "make the line history of", path: "the terminal")
    }
    unsafe self.line = line
    unsafe self.history = history
    connect(historyLimit: historyLimit)
    bindKeys()
    if unsafe el_source(line, nil) == 0, unsafe edit_uses_vi(line) != 0 {
      // Changing to vi made libedit forget all bindings.
      bindOwnKeys()
    }
  }

  deinit {
    unsafe el_end(line)
    unsafe history_wend(history)
  }

  /// Registers the callbacks, the prompts, the history and this module's functions with libedit.
  private func connect(historyLimit: Int) {
    unsafe edit_set_client(line, Unmanaged.passUnretained(self).toOpaque())
    unsafe edit_set_signal_handling(line, 0)
    unsafe edit_set_reader(line) { line, character in
      switch unsafe EditSession.owner(of: line).read() {
      case .stop:
        return -1
      case .character(let scalar):
        unsafe character.pointee = wchar_t(scalar.value)
        return 1
      }
    }
    unsafe edit_set_prompts(
      line, { line in unsafe EditSession.owner(of: line).leftPrompt.start },
      { line in unsafe EditSession.owner(of: line).rightPrompt.start },
      wchar_t(PromptEncoding.delimiter.value))
    unsafe edit_history_limit(history, Int32(clamping: historyLimit))
    unsafe edit_set_history(line, history)
    for key in Key.allCases {
      unsafe edit_add_function(line, key.functionName, "", key.function)
    }
  }

  /// Returns the session that a line of libedit belongs to.
  static func owner(of line: OpaquePointer) -> EditSession {
    unsafe Unmanaged<EditSession>.fromOpaque(edit_client(line)).takeUnretainedValue()
  }
}

// MARK: - Keys

extension EditSession {
  /// A control character (C1) that represents the beginning of pasted text. No key sends this
  /// character.
  static let pasteKey: Unicode.Scalar = "\u{90}"
  /// A control character (C1) for Control-Right and Alt-Right, regardless of the sequence that a
  /// terminal sends.
  static let forwardWordKey: Unicode.Scalar = "\u{91}"
  /// A control character (C1) for Control-Left and Alt-Left.
  static let backwardWordKey: Unicode.Scalar = "\u{92}"

  /// Binds the keys of emacs mode. The user's `.editrc` may change these bindings.
  private func bindKeys() {
    unsafe edit_set_editor(line, "emacs")
    bindOwnKeys()
    bind("^R", to: "em-inc-search-prev")
    bind("^W", to: "ed-delete-prev-word")
    for lead in ["\\e[", "\\eO"] {
      bind(lead + "A", to: "ed-search-prev-history")
      bind(lead + "B", to: "ed-search-next-history")
      bind(lead + "C", to: Key.forward.functionName)
      bind(lead + "F", to: Key.end.functionName)
      bind(lead + "H", to: "ed-move-to-beg")
    }
    bind("\\e[1~", to: "ed-move-to-beg")
    bind("\\e[4~", to: Key.end.functionName)
    bind("\\e[3~", to: "ed-delete-next-char")
  }

  /// Binds the keys for users of both emacs mode and vi mode. None of the keys begins with an
  /// escape, because vi mode uses the Escape key.
  private func bindOwnKeys() {
    bind("^I", to: Key.complete.functionName)
    bind("^E", to: Key.end.functionName)
    bind("^F", to: Key.forward.functionName)
    bind("^_", to: Key.undo.functionName)
    bind("^X^E", to: Key.edit.functionName)
    bind("\\220", to: Key.paste.functionName)
    bind("\\221", to: Key.forwardWord.functionName)
    bind("\\222", to: "ed-prev-word")
  }

  /// Binds a key, in the notation of `editrc(5)`, to a function.
  private func bind(_ key: String, to function: String) {
    unsafe edit_bind(line, key, function)
  }
}

extension EditSession.Key {
  /// The name of the function to which `.editrc` can bind a key.
  var functionName: String { "line-" + rawValue }

  // libedit does not pass the name of the function that it calls, so each key has its own function.
  var function: edit_key {
    switch self {
    case .complete: { line, _ in unsafe EditSession.owner(of: line).pressed(.complete) }
    case .forward: { line, _ in unsafe EditSession.owner(of: line).pressed(.forward) }
    case .forwardWord: { line, _ in unsafe EditSession.owner(of: line).pressed(.forwardWord) }
    case .end: { line, _ in unsafe EditSession.owner(of: line).pressed(.end) }
    case .edit: { line, _ in unsafe EditSession.owner(of: line).pressed(.edit) }
    case .paste: { line, _ in unsafe EditSession.owner(of: line).pressed(.paste) }
    case .undo: { line, _ in unsafe EditSession.owner(of: line).pressed(.undo) }
    }
  }
}

extension EditSession {
  /// Handles a key, and returns libedit's code for the part of the screen to draw.
  func pressed(_ key: Key) -> UInt8 {
    switch press(key) {
    case .nothing: UInt8(CC_NORM)
    case .moveCursor: UInt8(CC_CURSOR)
    case .redraw: UInt8(CC_REFRESH)
    case .redrawWithBeep: UInt8(CC_REFRESH_BEEP)
    }
  }
}

// MARK: - Reading and drawing

extension EditSession {
  /// Reads a line and returns it without its newline. Returns nil if the reader stopped or the
  /// input has ended.
  func readLine() -> [Unicode.Scalar]? {
    var count: Int32 = 0
    guard let characters = unsafe el_wgets(line, &count), count > 0 else { return nil }
    let scalars = unsafe Self.scalars(from: characters, count: Int(count))
    return scalars.last == "\n" || scalars.last == "\r" ? Array(scalars.dropLast()) : scalars
  }

  /// Reads one character while a key is handled. Returns nil if the reader stopped.
  func readCharacter() -> Unicode.Scalar? {
    var character: wchar_t = 0
    guard unsafe el_wgetc(line, &character) == 1 else { return nil }
    return Unicode.Scalar(UInt32(bitPattern: Int32(character)))
  }

  /// Sets the prompts, which must be encoded by ``PromptEncoding``.
  func setPrompts(left: String, right: String) {
    leftPrompt.text = left
    rightPrompt.text = right
  }

  /// Draws the prompts and the line at the cursor, as if nothing had been drawn yet.
  func draw() {
    unsafe edit_refresh(line)
  }

  /// Queries the size of the terminal again.
  func resize() {
    unsafe el_resize(line)
  }

  /// Switches the terminal to raw mode, or back to its previous mode.
  func setRaw(_ isRaw: Bool) {
    unsafe edit_set_raw(line, isRaw ? 1 : 0)
  }
}

// MARK: - Text

extension EditSession {
  /// The line and the cursor in it, in scalars.
  ///
  /// - Complexity: O(length).
  var state: UndoStack.State {
    guard let info = unsafe el_wline(line)?.pointee else { return UndoStack.State() }
    let count = unsafe info.lastchar - info.buffer
    return unsafe UndoStack.State(
      text: Self.scalars(from: info.buffer, count: count), cursor: info.cursor - info.buffer)
  }

  /// The number of scalars in the line.
  var count: Int {
    guard let info = unsafe el_wline(line)?.pointee else { return 0 }
    return unsafe info.lastchar - info.buffer
  }

  /// Inserts a text at the cursor.
  func insert(_ text: String) {
    let wide = WideText.of(text)
    if wide.count > 1 { _ = unsafe el_winsertstr(line, wide) }
  }

  /// Removes a number of scalars before the cursor.
  func deleteBeforeCursor(_ count: Int) {
    if count > 0 { unsafe el_deletestr(line, Int32(clamping: count)) }
  }

  /// Moves the cursor by a number of scalars, but not beyond the ends of the line.
  func moveCursor(by offset: Int) {
    _ = unsafe el_cursor(line, Int32(clamping: offset))
  }

  /// Replaces the line and the cursor position.
  func replaceAll(with new: UndoStack.State) {
    let old = state
    moveCursor(by: old.text.count - old.cursor)
    deleteBeforeCursor(old.text.count)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: new.text)
    insert(String(text))
    moveCursor(by: new.cursor - new.text.count)
  }

  /// Copies wide characters. A character that is not a valid scalar becomes U+FFFD.
  private static func scalars(
    from start: UnsafePointer<wchar_t>, count: Int
  ) -> [Unicode.Scalar] {
    let characters = unsafe UnsafeBufferPointer(start: start, count: count)
    return unsafe characters.map { Unicode.Scalar(UInt32(bitPattern: Int32($0))) ?? "\u{FFFD}" }
  }
}

// MARK: - History

extension EditSession {
  /// Adds a line to libedit's history.
  func enterHistory(_ entry: String) {
    _ = unsafe edit_history_enter(history, WideText.of(entry))
  }

  /// Returns the newest entry of libedit's history that begins with a text and satisfies a
  /// condition.
  ///
  /// - Complexity: O(entries).
  func newestHistory(
    beginningWith text: String, where isWanted: (String) -> Bool
  ) -> String? {
    let beginning = WideText.of(text)
    var found = unsafe edit_history_find(history, beginning, 1)
    while let entry = unsafe found {
      let scalars = unsafe Self.scalars(from: entry, count: wcslen(entry))
      let line = String(String.UnicodeScalarView(scalars))
      if isWanted(line) { return line }
      unsafe found = edit_history_find(history, beginning, 0)
    }
    return nil
  }

  /// Removes all lines from libedit's history.
  func clearHistory() {
    unsafe edit_history_clear(history)
  }
}
