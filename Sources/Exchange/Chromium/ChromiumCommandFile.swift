/// A file of session commands of Chromium (`components/sessions`, "SNSS"). It consists of `SNSS`, a
/// version, and a sequence of commands. Each command has its length in two bytes, a number that
/// identifies the command, and its payload. All numbers are little-endian.
struct ChromiumCommandFile {
  static let magic = Array("SNSS".utf8)

  struct Command {
    let id: UInt8
    let payload: ArraySlice<UInt8>
  }

  private let name: String
  private(set) var commands: [Command] = []
  /// Sentences about the parts that could not be read. All commands before these parts are intact.
  private(set) var problems: [String] = []

  /// - Parameter name: The name of the file in messages.
  init(_ bytes: [UInt8], _ name: String) throws {
    guard bytes.starts(with: Self.magic), bytes.count >= 8 else {
      throw ExchangeError(.importFailed, "“\(name)” is not a Chromium session file.")
    }
    let version = bytes[4...].littleEndian(UInt32.self) ?? 0
    guard version == 1 || version == 3 else {
      throw ExchangeError(
        .importFailed,
        "“\(name)” is a session file of version \(version), encrypted or newer, which cannot be "
          + "read."
      )
    }
    self.name = name
    var position = 8
    var emptyCount = 0
    while let size = bytes[position...].littleEndian(UInt16.self) {
      position += 2
      guard size > 0 else {
        emptyCount += 1
        continue
      }
      let end = position + Int(size)
      guard end <= bytes.count else {
        problems.append(
          "“\(name)” ends in the middle of a command. The commands before it are used.")
        break
      }
      commands.append(
        Command(id: bytes[position], payload: bytes[(position + 1)..<end]))
      position = end
    }
    if emptyCount > 0 {
      problems.append("“\(name)” has \(emptyCount) commands without content.")
    }
  }

  /// Returns the sentences about pages whose commands cannot be decoded.
  func problems(unreadPages count: Int) -> [String] {
    count == 0
      ? [] : ["“\(name)” has \(count) \(count == 1 ? "page" : "pages") that cannot be decoded."]
  }
}

extension ArraySlice<UInt8> {
  /// Returns the number at the beginning of the bytes, or nil if there are too few bytes.
  func littleEndian<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    let count = Number.bitWidth / 8
    guard self.count >= count else { return nil }
    var number: Number = 0
    for byte in prefix(count).reversed() { number = number << 8 | Number(truncatingIfNeeded: byte) }
    return number
  }
}
