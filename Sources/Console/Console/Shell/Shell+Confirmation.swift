internal import LineEditor

extension Shell {
  /// Asks before something that cannot be taken back; where nobody can be asked, that is a usage
  /// error.
  func confirm(_ question: VisibleText) throws(CommandFailure) {
    if presentation.assumesYes { return }
    let errors = Output(.standardError)
    guard Descriptor.standardInput.isTerminal, errors.isTerminal else {
      throw CommandFailure(
        "notConfirmed", "This has to be confirmed, and nobody can be asked: add --yes.",
        status: .usage)
    }
    errors.write(question + " [y/N] ")
    let answer: String
    do throws(SystemError) {
      try errors.flush()
      answer = try answeredLine(errors).lowercased()
    } catch {
      throw CommandFailure(error)
    }
    if LineEditor.interruptRequested { throw .interrupted }
    guard answer == "y" || answer == "yes" else {
      throw CommandFailure("notConfirmed", "Nothing was done.")
    }
  }

  /// The line that a person types; nothing where Ctrl-C or Ctrl-D was pressed instead.
  private func answeredLine(_ errors: Output) throws(SystemError) -> String {
    var line: [UInt8] = []
    // A terminal hands out whole lines, or less where Ctrl-D was pressed in the middle of one.
    if LineEditor.waitForInput(on: Descriptor.standardInput.number) {
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
