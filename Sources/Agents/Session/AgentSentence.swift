internal import Catalogue
internal import CommandKit
internal import RetraceEventLog

/// The sentences in which agents read failures of commands.
enum AgentSentence {
  /// Returns the fault of a call after an error.
  static func fault(_ error: any Error) -> ToolFault {
    if let fault = error as? ToolFault { return fault }
    let error = CommandError(error)
    let cause = sentence(error)
    return ToolFault(cause)
  }

  private static func sentence(_ error: CommandError) -> String {
    switch error.code {
    case "notConfirmed": return "Only the person can confirm this in Retrace. Nothing was done."
    case "ambiguous":
      return "This matches several things. Pass an id instead of a name."
    case "keyUsed":
      return
        "This “key” was used for another call. Nothing was done. Repeat a call with exactly the "
        + "same arguments, or choose a new key."
    case "changedSince":
      return withoutConsole(error.message) + " Nothing was done. Read the newest state, and decide "
        + "again."
    case "readOnly": return "The profile can only be read, so nothing was done."
    case "overwritten", "locked":
      return withoutConsole(error.message) + " Try again in a moment."
    default:
      let message = withoutConsole(error.message)
      return message.isEmpty ? "The call was refused (\(error.code)). Nothing was done." : message
    }
  }

  /// Returns a message without the sentences that advise commands and options of the console.
  static func withoutConsole(_ message: String) -> String {
    let kept = sentences(of: message).filter { !speaksConsole($0) }
    return QuotedText.cut(kept.joined(separator: " "), 500)
  }

  /// Returns the sentences and half sentences of a message.
  private static func sentences(of message: String) -> [String] {
    var sentences: [String] = []
    var current = ""
    var previous: Character?
    for character in message {
      if character == " ", let last = previous, last == "." || last == ";" {
        sentences.append(ended(current))
        current = ""
      } else if character == "\n" {
        sentences.append(ended(current))
        current = ""
      } else {
        current.append(character)
      }
      previous = character
    }
    if !current.isEmpty { sentences.append(ended(current)) }
    return sentences.filter { !$0.isEmpty }
  }

  private static func ended(_ text: String) -> String {
    guard let last = text.last else { return "" }
    if last == ";" { return text.dropLast() + "." }
    return last == "." || last == "?" ? text : text + "."
  }

  /// Whether a sentence names an option, or a command in quotes.
  private static func speaksConsole(_ sentence: String) -> Bool {
    var previous: Character = " "
    var quoted: String?
    for character in sentence {
      if character == "-", previous == "-" { return true }
      if character == "“" {
        quoted = ""
      } else if character == "”" {
        if let name = quoted, isCommand(name) { return true }
        quoted = nil
      } else {
        quoted?.append(character)
      }
      previous = character
    }
    return false
  }

  private static func isCommand(_ text: String) -> Bool {
    guard let first = text.split(separator: " ").first else { return false }
    if first == "retrace" { return true }
    return CommandCatalogue.table.index.declarations.contains { declaration in
      declaration.name.split(separator: " ").first == first
    }
  }
}
