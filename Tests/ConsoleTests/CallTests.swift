import Catalogue
import CommandKit
import Console
import Notation
import TestSupport
import Testing

@Suite struct CallTests {
  static func changed(_ change: (inout Call) -> Void) -> Call {
    var call = Call()
    change(&call)
    return call
  }

  typealias Row = Case<[String], Call>

  static let start = Timestamp(milliseconds: 1_767_225_600_000)

  static let rows: [Row] = [
    Row("nothing", [], Call()),
    Row("short profile", ["-p", "/x"], changed { $0.profile = .folder("/x") }),
    Row("long profile", ["--profile", "x"], changed { $0.profile = .folder("x") }),
    Row("profile after equals", ["--profile=a=b"], changed { $0.profile = .folder("a=b") }),
    Row("manual", ["--man"], changed { $0.work = .manual(.program) }),
    Row("manual of the log", ["--man", "log", "x"], changed { $0.work = .manual(.log) }),
    Row("memory", ["--memory"], changed { $0.profile = .memory }),
    Row("read-only", ["--read-only"], changed { $0.isReadOnly = true }),
    Row(
      "lines and scripts in order", ["-c", "next", "-f", "a", "-f", "-", "-c", ""],
      changed { $0.work = .scripts([.line("next"), .file("a"), .standardInput, .line("")]) }),
    Row(
      "switches", ["--keep-going", "--echo", "--json", "--yes"],
      changed {
        $0.continuesAfterErrors = true
        $0.echoesLines = true
        $0.printsJSON = true
        $0.assumesYes = true
      }),
    Row("moment", ["--at", "-5"], changed { $0.point = .back(5) }),
    Row("branch", ["--branch", "try"], changed { $0.branch = "try" }),
    Row("colour", ["--color", "never"], changed { $0.color = .never }),
    Row(
      "clock", ["--clock", "2026-01-01T00:00:00Z+1s"],
      changed { $0.clock = .stepping(start: start, stepMilliseconds: 1000) }),
    Row("version", ["--version"], changed { $0.work = .version }),
    Row("help at once", ["--help", "--nonsense"], changed { $0.work = .help }),
    Row(
      "command", ["--json", "open", "--background", "-p"],
      changed {
        $0.printsJSON = true
        $0.work = .command(
          Array(Words.verbatim(["--json", "open", "--background", "-p"]).dropFirst()))
      }),
    Row(
      "JSON behind the command", ["tabs", "--json"],
      changed {
        $0.printsJSON = true
        $0.work = .command([Word("tabs", range: 0..<4)])
      }),
    Row(
      "words that are not an option", ["resolve", "--", "--json"],
      changed { $0.work = .command(Array(Words.verbatim(["resolve", "--", "--json"]))) }),
    Row(
      "command after the end of options", ["--", "open"],
      changed { $0.work = .command([Word("open", range: 3..<7)]) }),
    Row(
      "negative number is a command", ["-5"],
      changed { $0.work = .command([Word("-5", range: 0..<2)]) }),
  ]

  @Test(arguments: rows) func `a call is parsed`(row: Row) throws {
    #expect(try Call(row.input) == row.expected)
  }

  @Test(arguments: [
    Case("unknown", ["--jsno"], "unknown option “--jsno”; did you mean “--json”?"),
    Case("unknown far", ["--xyzzy"], "unknown option “--xyzzy”; --help lists the options"),
    Case(
      "a later version's", ["--bridge", "b"], "unknown option “--bridge”; --help lists the options"),
    Case("one dash too few", ["-profile"], "unknown option “-profile”; did you mean “--profile”?"),
    Case("no value", ["-p"], "--profile needs a value: --profile DIR"),
    Case("empty value", ["-p", ""], "--profile needs a value, not “”"),
    Case("twice", ["-p", "a", "-p", "b"], "--profile was given twice"),
    Case("both", ["-p", "a", "--memory"], "--profile and --memory cannot be combined"),
    Case(
      "both, the other way", ["--memory", "-p", "a"], "--profile and --memory cannot be combined"),
    Case(
      "colour", ["--color", "sometimes"],
      "--color needs one of auto, always, never, not “sometimes”"),
    Case(
      "clock", ["--clock", "noon"],
      "--clock needs a time and perhaps a step, such as 2026-01-01T00:00:00Z+1s, not “noon”"),
    Case("flag with value", ["--json=1"], "--json takes no value"),
    Case(
      "line and command", ["-c", "next", "open"],
      "“open” cannot follow -c or -f; give it as another -c"),
  ])
  func `a wrong call says what is wrong`(row: Case<[String], String>) throws {
    let error = try #require(throws: UsageError.self) { _ = try Call(row.input) }
    #expect(error.message == row.expected)
  }

  @Test(arguments: [
    Case("data folder", ["XDG_DATA_HOME": "/d", "HOME": "/h"], "/d/retrace/default"),
    Case("slash at the end", ["XDG_DATA_HOME": "/d/"], "/d/retrace/default"),
    Case("home", ["HOME": "/h"], "/h/.local/share/retrace/default"),
    Case("root", ["HOME": "/"], "/.local/share/retrace/default"),
    Case(
      "relative folder ignored", ["XDG_DATA_HOME": "d", "HOME": "/h"],
      "/h/.local/share/retrace/default"),
    Case(
      "empty folder ignored", ["XDG_DATA_HOME": "", "HOME": "/h"],
      "/h/.local/share/retrace/default"),
    Case("nothing", [:], nil), Case("relative home", ["HOME": "h"], nil),
  ])
  func `the profile has a place`(row: Case<[String: String], String?>) {
    #expect(Call.defaultProfile(environment: EnvironmentVariables(row.input)) == row.expected)
  }

  @Test func `a profile without a home folder is rejected`() throws {
    let nowhere = EnvironmentVariables([:])
    #expect(throws: UsageError.self) { try Call().profilePath(environment: nowhere) }
    #expect(try Call(["--memory"]).profilePath(environment: nowhere) == nil)
    #expect(try Call(["-p", "x"]).profilePath(environment: nowhere) == "x")
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `any call is parsed or rejected`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces =
      ProgramOptions.all.map { "--\($0.name)" } + ["-p", "-c", "-f", "=", "-", "--", "x", "+1s"]
    let count = Int.random(in: 0..<6, using: &random)
    let arguments = (0..<count).map { _ in random.text(of: pieces, count: 3) }
    do {
      let call = try Call(arguments)
      if call.work == .console { #expect(!arguments.contains("x")) }
    } catch {
      #expect((error as? UsageError)?.message.isEmpty == false)
    }
  }
}
