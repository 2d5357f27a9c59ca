internal import Addresses
internal import Platform

/// The environment variables that a program sees.
public struct EnvironmentVariables: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// The variables of this process, looked up each time. One that is not UTF-8 counts as not set: with
  /// other bytes in their place a folder would be another one.
  public static let process = EnvironmentVariables { name in
    ProcessContext.variable(name)
  }

  /// Makes an environment of these variables alone.
  public init(_ variables: [String: String]) {
    lookUp = { variables[$0] }
  }

  private init(_ lookUp: @escaping @Sendable (String) -> String?) {
    self.lookUp = lookUp
  }

  /// The value of a variable, or nil when it is not set.
  public subscript(_ name: String) -> String? { lookUp(name) }
}

/// The list of public suffixes that the system has, or what is built in where it has none.
///
/// libpsl would say the same. It cannot be opened by a program that is linked as a whole, and its data
/// is a file of its own, so that file is read.
enum SystemSuffixes {
  /// Where Debian and others install the list (package `publicsuffix`).
  private static let path = "/usr/share/publicsuffix/public_suffix_list.dafsa"

  private static let limitBytes = 1 << 20

  /// Read when it is first asked for.
  static let suffixes: PublicSuffixes = {
    // Where the package is not installed, the list that is built in does.
    guard let bytes = try? FileContents.read(path, limitBytes: limitBytes),
      let graph = SuffixGraph(bytes)
    else { return .builtIn }
    return PublicSuffixes(graph)
  }()
}
