package import CommandKit

/// Commands of the helper programs that the user does not type.
package enum HelperCommands {
  static let removed = CommandDeclaration(
    "removed", in: .devices, .reads, "write the numbers of the removed devices to the console")

  static let forget = CommandDeclaration(
    "forget", in: .devices, .mayWrite,
    "store the forget request on standard input, for the other devices")

  /// The commands of `retrace-sync` that the console calls.
  package static let ofSync = [removed, forget]

  /// The command of `retrace-live` with which a browser starts it. Browsers append arguments.
  package static let host = CommandDeclaration(
    "host", in: .data, .mayWrite, "record the browser that starts the program",
    takes: [.repeated("argument", .word, orNone: true)],
    options: [
      .value("folder", "DIR", .file, "the folder with the status and the settings of the browser")
    ])

  /// The command of `retrace-live` that a browser runs if `record` has started the browser.
  package static let relay = CommandDeclaration(
    "relay", in: .data, .needsNoProfile, "connect a browser with the process that records it",
    takes: [.repeated("argument", .word, orNone: true)],
    options: [.value("socket", "FILE", .file, "the socket of the process")])
}
