internal import Addresses
internal import CommandKit

/// The system's list of public suffixes, or the built-in list if the system has none.
///
/// A statically linked program cannot load libpsl, but the data of libpsl is a separate file, which
/// is read here.
enum SystemSuffixes {
  /// The path at which Debian and other systems install the list (package `publicsuffix`).
  private static let path = "/usr/share/publicsuffix/public_suffix_list.dafsa"

  private static let limitBytes = 1 << 20

  /// The suffixes, read on first use.
  static let suffixes: PublicSuffixes = {
    // If the package is not installed, the built-in list is used.
    guard let bytes = try? FileContents.read(path, limitBytes: limitBytes),
      let graph = SuffixGraph(bytes)
    else { return .builtIn }
    return PublicSuffixes(graph)
  }()
}
