internal import Bytes

extension Decider {
  /// Sets a custom value, or removes it if the value is nil.
  func setValue<Source: TextSource & ~Copyable>(
    _ owner: ValueOwner, _ name: String, _ value: [UInt8]?, text source: borrowing Source
  ) throws(Refusal) {
    try checkOpen(owner)
    guard CustomValue.isName(name) else {
      throw Refusal(
        .invalidValue,
        "The name of a value must have two or more parts, separated by dots, such as app.key. "
          + "It can contain ASCII letters, digits, - and _, and can be at most "
          + "\(ValueTable.longestName) bytes long.")
    }
    let state = ProfileState(browser: browser, library: library)
    let table = state.valueTable(of: owner)
    let key = ValueKey(name: name)
    let present = state.value(named: name, of: owner, text: source)
    guard present == nil || isSameText(present?.name, name) else {
      throw Refusal(.notAllowed, "The name \(name) cannot be told apart from another name.")
    }
    guard let value else {
      guard present != nil else { throw Refusal(.nothingToDo, "There is no value named \(name).") }
      return append(.value(.removed(ValueRemoved(owner, key, source: table[owner, key]))))
    }
    guard present?.bytes != value else {
      throw Refusal(.nothingToDo, "\(name) already has that value.")
    }
    guard value.count <= ValueTable.largestValue else {
      throw Refusal(.tooLong, "The value is too long. It can be at most 64 KiB long.")
    }
    guard table[owner, key].exists || table[owner].count < ValueTable.largestCount else {
      throw Refusal(
        .notAllowed, "There can be at most \(ValueTable.largestCount) values in one place.")
    }
    var body = ValueSet(owner, key, source: .nothing)
    body.name = try text(name)
    if let words = CustomValue.text(value) {
      body.value = try text(words)
    } else {
      body.base64 = try text(Base64.encoded(value[...]))
    }
    append(.value(.set(body)))
  }

  /// Throws a refusal if a window, tab or group is not open.
  private func checkOpen(_ owner: ValueOwner) throws(Refusal) {
    switch owner {
    case .profile: break
    case .window(let id): _ = try window(id)
    case .tab(let id): _ = try record(id)
    case .group(let id):
      guard browser.group(id) != nil else {
        throw Refusal(.noSuchGroup, "There is no tab group #\(id.rawValue).")
      }
    }
  }
}

extension ValueSet {
  /// Creates the event that sets a value, without its content unless an earlier event has it.
  init(_ owner: ValueOwner, _ key: ValueKey, source: EventID) {
    self.init()
    self.owner = owner
    self.key = key
    self.source = source
  }
}

extension ValueRemoved {
  /// Creates the event that removes a value.
  init(_ owner: ValueOwner, _ key: ValueKey, source: EventID) {
    self.init()
    self.owner = owner
    self.key = key
    self.source = source
  }
}
