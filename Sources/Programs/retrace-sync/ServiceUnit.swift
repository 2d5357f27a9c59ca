import Catalogue
import CommandKit
internal import Notation
import Platform
import Sync

/// `unit`: prints a systemd unit that runs `follow` while the user is logged in.
struct ServiceUnit {
  private let call: HelperCall

  init(_ call: HelperCall) { self.call = call }

  func printResult() throws {
    let answer = SyncAnswer(call)
    try answer.write("unit") { $0.member("text", text) }
    try answer.printLine(SafeText(trusted: text))
  }

  private var text: String {
    let program = FileTree.linkTarget(of: "/proc/self/exe") ?? "retrace-sync"
    return """
      # As ~/.config/systemd/user/retrace-sync.service; then:
      # systemctl --user enable --now retrace-sync
      [Unit]
      Description=Retrace sync

      [Service]
      \(certificates)ExecStart=\(Self.quoted(program)) follow --quiet --profile \(Self.quoted(call.profile))
      Restart=on-failure
      RestartSec=60
      # A device that was removed, or restored from a backup, must be repaired by its user.
      RestartPreventExitStatus=\(ExitStatus.unopened.rawValue)

      [Install]
      WantedBy=default.target
      """
  }

  /// The setting for certificates that are trusted in addition to the system's certificates.
  private var certificates: String {
    guard let file = ProcessContext.variable("SSL_CERT_FILE") else { return "" }
    // In this setting, “$” has no special meaning (systemd.exec(5)).
    return "Environment=\(Self.quoted("SSL_CERT_FILE=" + file, dollar: "$"))\n"
  }

  /// Quotes an argument of a command line for systemd (systemd.service(5)).
  private static func quoted(_ word: String, dollar: String = "$$") -> String {
    let marks: [Character: String] = ["\\": "\\\\", "\"": "\\\"", "%": "%%", "$": dollar]
    return "\"" + word.map { marks[$0] ?? String($0) }.joined() + "\""
  }
}
