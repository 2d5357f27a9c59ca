internal import Glibc

/// The variables and arguments with which the process was started, as far as Swift does not know them.
package enum ProcessContext {
  /// The value of an environment variable, or nil if it is not set, or no UTF-8.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// The arguments of the process as the system gave them.
  package static var arguments: [[UInt8]] {
    (0..<Int(CommandLine.argc)).map { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return [] }
      let bytes = unsafe UnsafeBufferPointer(start: argument, count: strlen(argument))
      return unsafe bytes.map { UInt8(bitPattern: $0) }
    }
  }
}
