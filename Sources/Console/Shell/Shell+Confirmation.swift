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
      answer = try LineReader(.standardInput).next()?.text.lowercased() ?? ""
    } catch {
      throw CommandFailure(error)
    }
    guard answer == "y" || answer == "yes" else {
      throw CommandFailure("notConfirmed", "Nothing was done.")
    }
  }
}
