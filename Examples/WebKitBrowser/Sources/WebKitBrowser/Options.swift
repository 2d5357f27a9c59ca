import CWebKitGTK
import Glibc

/// The command-line options of the program.
struct Options {
  /// The directory of the profile, or nil to store nothing.
  var profile: String? = string(g_get_user_data_dir()) + "/retrace/browser"
  var address: String?
  var checks = false
  var traces = false
  var times = false
  /// The number of pages that stay in memory. Each page takes about 80 MB.
  var pages = 16
  var isDark = false
  var isRightToLeft = false

  /// The directory of WebKit's cookies and caches, next to the profile.
  var engineDirectory: String {
    profile.map { $0 + "-webkit" } ?? string(g_get_tmp_dir()) + "/retrace-webkit-\(getpid())"
  }

  private static let help = """
    WebKitBrowser [--profile FOLDER | --memory] [--dark] [--rtl] [--check] [--trace] [ADDRESS]

      --profile FOLDER  where all is kept; the console opens it, too: retrace --profile FOLDER
      --memory          keep nothing
      --pages N         how many pages stay in memory, 16 if not said
      --dark            begin dark; Ctrl+Shift+D changes it
      --rtl             lay the window out from right to left
      --check           compare WebKit with the model after every step, and end where they differ
      --trace           print each command and each report
      --time            print how long things take, in microseconds
    """

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--profile": profile = rest.popFirst()
      case "--memory": profile = nil
      case "--dark": isDark = true
      case "--pages": pages = rest.popFirst().flatMap { Int($0) } ?? pages
      case "--time": times = true
      case "--rtl": isRightToLeft = true
      case "--check": checks = true
      case "--trace": traces = true
      case _ where argument.hasPrefix("-"):
        print(Self.help)
        exit(argument == "--help" ? 0 : 2)
      default: address = argument
      }
    }
    if let profile {
      g_mkdir_with_parents(
        String(profile.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }), 0o755)
    }
  }
}
