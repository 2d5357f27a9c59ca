package import Catalogue
package import CommandKit
package import Notation

/// How the program was called: `retrace [OPTIONS] [COMMAND [ARGUMENTS]]`.
package struct Call: Hashable, Sendable {
  /// Where the profile is.
  package enum Profile: Hashable, Sendable {
    /// Wherever ``defaultProfile(environment:)`` says.
    case standard
    /// In this folder.
    case folder(String)
    /// Nowhere on disk.
    case memory
  }

  /// What to do.
  package enum Work: Hashable, Sendable {
    /// A prompt on a terminal, otherwise commands from standard input.
    case console
    /// One command, its words as the context split them.
    case command([Word])
    /// Lines and scripts, in order.
    case scripts([Script])
    /// Print the version.
    case version
    /// Print the help.
    case help
    /// Print a manual page.
    case manual(ManualPage.Subject)

    /// Whether no profile is opened for it.
    var needsNoProfile: Bool {
      switch self {
      case .command(let words): CommandCatalogue.effect(of: words) == .needsNoProfile
      case .console, .scripts: false
      case .version, .help, .manual: true
      }
    }

    /// Whether it is about the files of a profile, which may be too damaged to be opened.
    var inspectsProfile: Bool {
      if case .command(let words) = self {
        CommandCatalogue.effect(of: words) == .inspects
      } else {
        false
      }
    }

    /// Whether it only looks at a profile.
    var onlyReads: Bool {
      if case .command(let words) = self {
        CommandCatalogue.effect(of: words) == .reads
      } else {
        false
      }
    }

    /// Whether the program ends when it has answered once.
    var isOneCommand: Bool {
      if case .command = self { true } else { false }
    }
  }

  /// A source of command lines.
  package enum Script: Hashable, Sendable {
    /// A line: `-c LINE`.
    case line(String)
    /// A file: `-f FILE`.
    case file(String)
    /// Standard input: `-f -`.
    case standardInput
  }

  /// What to do.
  package var work = Work.console
  /// Where the profile is.
  package var profile = Profile.standard
  /// The program that acts, by the name that it goes by, or nil if the user does.
  package var agent: String?
  /// Whether nothing may be written.
  package var isReadOnly = false
  /// The branch that the console begins on; nil is the main line.
  package var branch: String?
  /// The moment that is looked at from the beginning; nil is the present.
  package var point: Point?
  /// Whether a script continues after a command that fails.
  package var keepsGoing = false
  /// Whether the lines of a script are printed before their answers.
  package var echoesLines = false
  /// Whether answers are JSON.
  package var printsJSON = false
  /// When colours are used.
  package var color = Style.When.auto
  /// Which clock is read.
  package var clock = ClockSetting.system
  /// Whether confirmations are answered with yes.
  package var assumesYes = false

  /// Whether a prompt begins with the commands of the person's own file.
  package var runsStartFile = true

  /// Makes the call without any argument.
  package init() {}

  /// Reads the arguments of the program, without its own name.
  ///
  /// Options end at `--` or at the first word that is none; all after it belongs to the command,
  /// except for `--json`, which may stand there, too. `--help`, `--version` and `--man` count at
  /// once; behind the last may stand which page.
  package init(_ arguments: [String], zone: TimeZone = .local) throws(UsageError) {
    var parser = CallParser(arguments, zone: zone)
    self = try parser.parse()
  }

  /// The same call where nothing is asked about a profile.
  var withoutProfile: Call {
    var call = self
    call.profile = .memory
    (call.branch, call.point) = (nil, nil)
    return call
  }

  /// The folder of the profile, or nil when it is in memory.
  package func profilePath(environment: EnvironmentVariables) throws(UsageError) -> String? {
    switch profile {
    case .memory: return nil
    case .folder(let path): return path
    case .standard:
      guard let path = Call.defaultProfile(environment: environment) else {
        throw UsageError(
          .noProfile, "there is no home folder (HOME) for the profile; give --profile or --memory")
      }
      return path
    }
  }

  /// `$XDG_DATA_HOME/retrace/default`, otherwise `$HOME/.local/share/retrace/default`, otherwise
  /// nil.
  ///
  /// A relative `XDG_DATA_HOME` is ignored (XDG Base Directory Specification 0.8).
  package static func defaultProfile(environment: EnvironmentVariables) -> String? {
    environment.folder("XDG_DATA_HOME", ".local/share").map { "\($0)/default" }
  }

  /// `$XDG_CONFIG_HOME/retrace/retracerc`, otherwise `$HOME/.config/retrace/retracerc`, otherwise
  /// nil: the commands that are run at the start of a prompt.
  package static func startFile(environment: EnvironmentVariables) -> String? {
    environment.folder("XDG_CONFIG_HOME", ".config").map { "\($0)/retracerc" }
  }
}
