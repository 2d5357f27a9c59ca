/// Information about the process and the system that Swift's standard library does not provide.
package enum ProcessContext {
  /// Returns the value of an environment variable, or nil if the variable is not set or its value
  /// is not UTF-8.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// The name, release and architecture of the operating system, such as `Linux 6.1.0 x86_64`.
  package static var system: String {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return "unknown" }
    func text<Field>(_ field: Field) -> String {
      unsafe withUnsafeBytes(of: field) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    return [text(names.sysname), text(names.release), text(names.machine)].joined(separator: " ")
  }

  /// The arguments of the process as raw bytes.
  package static var arguments: [[UInt8]] {
    (0..<Int(CommandLine.argc)).map { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return [] }
      let bytes = unsafe UnsafeBufferPointer(start: argument, count: strlen(argument))
      return unsafe bytes.map { UInt8(bitPattern: $0) }
    }
  }
}
