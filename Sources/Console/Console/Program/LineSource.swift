internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The origin of a command line. Error messages begin with this origin.
enum LineSource {
  /// The arguments of the program.
  case arguments
  /// The prompt, at which the line is visible to the user.
  case prompt
  /// A line of a script, or of standard input.
  case script(name: String, line: Int)

  var prefix: SafeText {
    switch self {
    case .arguments: "retrace: "
    case .prompt: ""
    case .script(let name, let line): "\(name):\(line): "
    }
  }
}
