package import Catalogue
package import CommandKit
package import Notation

/// The arguments with which the program was called: `retrace [OPTIONS] [COMMAND [ARGUMENTS]]`.
package struct Call: Hashable, Sendable {
  /// The location of the profile.
  package enum Profile: Hashable, Sendable {
    /// The folder returned by ``defaultProfile(environment:)``.
    case standard
    /// In the given folder.
    case folder(String)
    /// In memory only.
    case memory
  }

  /// The action to perform.
  package enum Work: Hashable, Sendable {
    /// Show a prompt if standard input and output are a terminal. Otherwise run commands from
    /// standard input.
    case console
    /// Run one command. The caller has already split the command into words.
    case command([Word])
    /// Run lines and scripts, in order.
    case scripts([Script])
    /// Print the version.
    case version
    /// Print the help.
    case help
    /// Print a manual page.
    case manual(ManualPage.Subject)

    /// Whether the action works without a profile.
    var needsNoProfile: Bool {
      switch self {
      case .command(let words): CommandCatalogue.effect(of: words) == .needsNoProfile
      case .console, .scripts: false
      case .version, .help, .manual: true
      }
    }

    /// Whether the action inspects the files of a profile, which may be too damaged to be opened.
    var inspectsProfile: Bool {
      if case .command(let words) = self {
        CommandCatalogue.effect(of: words) == .inspects
      } else {
        false
      }
    }

    /// Whether the action only reads the profile.
    var onlyReads: Bool {
      if case .command(let words) = self {
        CommandCatalogue.effect(of: words) == .reads
      } else {
        false
      }
    }

    /// Whether the program exits after one answer.
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

  /// The action to perform.
  package var work = Work.console
  /// The location of the profile.
  package var profile = Profile.standard
  /// The name of the program that performs the actions, or nil for the user.
  package var agent: String?
  /// Whether the program must not write anything to the profile.
  package var isReadOnly = false
  /// The branch on which the console begins, or nil for the main branch.
  package var branch: String?
  /// The moment shown at the start, or nil for the present.
  package var point: Point?
  /// Whether a script continues after a command that fails.
  package var continuesAfterErrors = false
  /// Whether the lines of a script are printed before their answers.
  package var echoesLines = false
  /// Whether answers are JSON.
  package var printsJSON = false
  /// When colours are used.
  package var color = Style.When.auto
  /// The clock to use.
  package var clock = ClockSetting.system
  /// Whether confirmations are answered with yes.
  package var assumesYes = false

  /// Whether the command completes a shell's command line. In this case, messages must not disturb
  /// that line.
  package var completesShellLine = false

  /// Whether a prompt starts with the commands of the user's start file.
  package var runsStartFile = true

  /// Creates the call without any arguments.
  package init() {}

  /// Parses the arguments of the program, without the name of the program.
  ///
  /// Options end at `--` or at the first word that is not an option. All later words belong to the
  /// command, except for `--json`, which is also accepted there. `--help`, `--version` and `--man`
  /// take effect immediately. `--man` may be followed by the name of a page.
  package init(_ arguments: [String], zone: TimeZone = .local) throws {
    var parser = CallParser(arguments, zone: zone)
    self = try parser.parse()
  }

  /// A copy of the call without a profile, branch or moment.
  var withoutProfile: Call {
    var call = self
    call.profile = .memory
    (call.branch, call.point) = (nil, nil)
    return call
  }

  /// Returns the folder of the profile, or nil if the profile is in memory.
  package func profilePath(environment: EnvironmentVariables) throws -> String? {
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

  /// Returns `$XDG_DATA_HOME/retrace/default`, otherwise `$HOME/.local/share/retrace/default`,
  /// otherwise nil.
  ///
  /// A relative `XDG_DATA_HOME` is ignored (XDG Base Directory Specification 0.8).
  package static func defaultProfile(environment: EnvironmentVariables) -> String? {
    environment.folder("XDG_DATA_HOME", ".local/share").map { "\($0)/default" }
  }

  /// Returns the path of the file with the commands to run at the start of a prompt:
  /// `$XDG_CONFIG_HOME/retrace/retracerc`, otherwise `$HOME/.config/retrace/retracerc`, otherwise
  /// nil.
  package static func startFile(environment: EnvironmentVariables) -> String? {
    environment.folder("XDG_CONFIG_HOME", ".config").map { "\($0)/retracerc" }
  }
}
