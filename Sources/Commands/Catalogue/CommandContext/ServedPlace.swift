/// The socket or standard streams on which `serve` serves other programs.
package enum ServedPlace: Hashable, Sendable {
  /// One program, on standard input and output.
  case standardInput
  /// Any number of programs, which connect to a socket at this path.
  case socket(String)
}
