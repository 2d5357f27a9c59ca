package import CommandKit

/// Commands of `retrace-sync` that only the console calls.
package enum HelperCommands {
  static let removed = CommandDeclaration(
    "removed", in: .devices, .reads, "write the numbers of the removed devices to the console")

  static let forget = CommandDeclaration(
    "forget", in: .devices, .mayWrite,
    "store the forget request on standard input, for the other devices")

  package static let declarations = [removed, forget]
}
