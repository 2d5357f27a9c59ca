internal import Catalogue
internal import CommandKit
internal import Notation

/// Parses the arguments of the program from left to right.
struct CallParser {
  private let words: [Word]
  private let zone: TimeZone
  private let reader = OptionReader(options: ProgramOptions.all, advice: "--help lists the options")
  private var call = Call()
  private var scripts: [Call.Script] = []
  private var given: [String] = []

  init(_ arguments: [String], zone: TimeZone) {
    words = Words.verbatim(arguments)
    self.zone = zone
  }

  mutating func parse() throws -> Call {
    var index = 0
    while index < words.count, words[index].isOption {
      let found = try reader.read(words, at: index)
      try apply(found, at: words[index])
      index += found.length
      if case .manual = call.work { try setSubject(of: words[index...]) }
      if call.work != .console { return call }
    }
    if index < words.count, words[index].endsOptions { index += 1 }
    try setWork(command: removeJSONFlag(from: words[index...]))
    return call
  }

  /// Removes `--json` from the words of the command. As in many programs, the option is also
  /// accepted at the end, because it does not change the action of the command.
  private mutating func removeJSONFlag(from command: ArraySlice<Word>) -> [Word] {
    let options = command.prefix { !$0.endsOptions }
    guard options.contains(where: { $0.isJSONFlag }) else { return Array(command) }
    call.printsJSON = true
    return options.filter { !$0.isJSONFlag } + command[options.endIndex...]
  }

  private mutating func setWork(command: [Word]) throws {
    switch (command.first, scripts.isEmpty) {
    case (nil, true):
      call.work = .console
    case (nil, false):
      call.work = .scripts(scripts)
    case (_, true):
      if let line = ShellLine(command: command) { applyOptions(of: line) }
      call.work = .command(command)
    case (let word?, false):
      let message = "“\(word.text)” cannot follow -c or -f; give it as another -c"
      throw UsageError(.conflict, message, range: word.range)
    }
  }

  /// The options of a shell's command line that determine the completions.
  private static let shown = ["profile", "memory", "read-only", "at", "branch", "clock"]

  /// Applies the valid options of a shell's command line. Invalid options are skipped, because the
  /// line may be unfinished.
  private mutating func applyOptions(of line: ShellLine) {
    call.completesShellLine = true
    let before = Array(line.words.dropLast())
    var index = 0
    while index < before.count, before[index].isOption,
      let found = try? reader.read(before, at: index)
    {
      if Self.shown.contains(found.option.name) { try? apply(found, at: before[index]) }
      index += found.length
    }
  }

  private mutating func apply(_ found: OptionReader.Found, at word: Word) throws {
    let option = found.option
    guard !given.contains(option.name) || option.isRepeatable else {
      throw UsageError(.conflict, "--\(option.name) was given twice", range: word.range)
    }
    given.append(option.name)
    let text: String
    switch found.values.first {
    case .text(let value): text = value
    case .point(let point):
      call.point = point
      return
    default: return try apply(flag: option.name, range: word.range)
    }
    let mayBeEmpty = option.name == "command"
    guard !text.isEmpty || mayBeEmpty else {
      throw UsageError(.badValue, "--\(option.name) needs a value, not “”", range: word.range)
    }
    try apply(option.name, text, range: word.range)
  }

  /// Sets the manual page to print.
  private mutating func setSubject(of words: ArraySlice<Word>) throws {
    guard let word = words.first else { return }
    guard let subject = ManualPage.Subject(rawValue: word.text) else {
      let names = ManualPage.Subject.allCases.map(\.rawValue)
      throw UsageError.unknown(
        .unknownTopic, "manual page", word, among: names,
        otherwise: "there are \(names.joined(separator: " and "))")
    }
    call.work = .manual(subject)
  }

  private mutating func apply(flag name: String, range: Range<Int>) throws {
    switch name {
    case "memory": try setProfile(.memory, range)
    case "read-only": call.isReadOnly = true
    case "keep-going": call.continuesAfterErrors = true
    case "echo": call.echoesLines = true
    case "json": call.printsJSON = true
    case "no-rc": call.runsStartFile = false
    case "yes": call.assumesYes = true
    case "version": call.work = .version
    case "help": call.work = .help
    case "man": call.work = .manual(.program)
    default: preconditionFailure("no such flag: \(name)")
    }
  }

  private mutating func apply(
    _ name: String, _ text: String, range: Range<Int>
  ) throws {
    switch name {
    case "profile": try setProfile(.folder(text), range)
    case "command": scripts.append(.line(text))
    case "file": scripts.append(text == "-" ? .standardInput : .file(text))
    case "branch": call.branch = text
    case "as":
      if let fault = AgentName.fault(in: text) {
        throw UsageError(.badValue, "\(fault.clause)", range: range)
      }
      call.agent = text
    case "color": call.color = Style.When(rawValue: text) ?? .auto
    case "clock": call.clock = try clock(text, range)
    default: preconditionFailure("no such option: \(name)")
    }
  }

  private mutating func setProfile(
    _ profile: Call.Profile, _ range: Range<Int>
  ) throws {
    guard call.profile == .standard || call.profile == profile else {
      throw UsageError(.conflict, "--profile and --memory cannot be combined", range: range)
    }
    call.profile = profile
  }

  private func clock(_ text: String, _ range: Range<Int>) throws -> ClockSetting {
    guard let setting = ClockSetting(text, zone: zone) else {
      let message =
        "--clock needs a time and perhaps a step, such as 2026-01-01T00:00:00Z+1s, not “\(text)”"
      throw UsageError(.badValue, message, range: range)
    }
    return setting
  }
}

extension Word {
  fileprivate var isJSONFlag: Bool { isOption && text == "--json" }
}
