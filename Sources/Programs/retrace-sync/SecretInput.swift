import Catalogue
import Platform
import Sync

/// A server address or an invitation, which may contain a password or a key.
///
/// Other users of the computer can read the arguments of a program. Therefore the secret can also
/// be read from standard input, from a prompt that does not show it, from a file, or from an
/// environment variable.
struct SecretInput {
  /// The environment variable that contains the secret.
  let variable: String
  /// The text of the prompt.
  let prompt: String
  /// The noun for the secret in messages.
  let name: String

  static let servers = SecretInput(
    variable: "RETRACE_SYNC_SERVERS", prompt: "Addresses of the servers: ",
    name: "the addresses of the servers")
  static let code = SecretInput(
    variable: "RETRACE_SYNC_CODE", prompt: "Code from “sync invite”: ",
    name: "the code of the invitation")

  private static let largest = 1 << 20

  /// Returns the secret to which an argument refers.
  ///
  /// - Parameter argument: `-` for standard input, or for a prompt if standard input is a terminal.
  ///   `@FILE` for the first line of a file. Nil for the environment variable, or the same as `-`
  ///   if the variable is not set. Any other text is the secret itself.
  func read(_ argument: String?) throws -> String {
    switch argument {
    case nil:
      if let value = ProcessContext.variable(variable), !value.isEmpty { return value }
      return try readInput()
    case "-": return try readInput()
    case .some(let text) where text.hasPrefix("@"): return try readFile(String(text.dropFirst()))
    case .some(let text): return text
    }
  }

  private func readInput() throws -> String {
    if isatty(STDIN_FILENO) == 1 {
      guard let line = try HiddenLine.read(prompt: prompt) else {
        throw SyncError(.refused, "Cancelled. Nothing was done.")
      }
      return try firstLine(of: Array(line.utf8), from: "the terminal")
    }
    return try firstLine(
      of: try FileDescriptor.readAll(STDIN_FILENO, limit: Self.largest), from: "standard input")
  }

  private func readFile(_ path: String) throws -> String {
    let bytes: [UInt8]
    do {
      // A pipe, such as a shell's “<(…)”, is also accepted. Opening it waits for its writer.
      let file = try FileDescriptor.open(path, O_RDONLY)
      defer { FileDescriptor.close(file) }
      bytes = try FileDescriptor.readAll(file, limit: Self.largest)
    } catch {
      throw SyncError(.refused, "“\(path)” cannot be read: \(error).")
    }
    return try firstLine(of: bytes, from: "“\(path)”")
  }

  private func firstLine(of bytes: [UInt8], from source: String) throws -> String {
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let spaces: Set<Character> = [" ", "\t", "\r"]
    let text = String(
      line.drop { spaces.contains($0) }.reversed().drop { spaces.contains($0) }.reversed())
    guard !text.isEmpty, bytes.count <= Self.largest else {
      throw SyncError(.refused, "No line of \(source) contains \(name).")
    }
    return text
  }
}
