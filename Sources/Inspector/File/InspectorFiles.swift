internal import Exchange
internal import Platform

/// The files of the page, which `Sources/Inspector/assemble` creates and which are installed with
/// the programs.
package struct InspectorFiles: Sendable {
  /// The folder that contains the files.
  private let folder: String

  /// The maximum size of a file in bytes.
  private static let limit = 8 << 20

  /// Finds the files in the folder in which the programs are installed, or in the build folder of
  /// the sources.
  ///
  /// - Throws: ``ExchangeError`` with the way to create the files.
  package init() throws {
    var folder = FileTree.linkTarget(of: "/proc/self/exe") ?? ""
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      for place in ["share/retrace/javascript", ".build/javascript"] {
        let found = "\(folder)/\(place)"
        if FileTree.allows(R_OK, "\(found)/inspector.html") {
          self.folder = found
          return
        }
      }
    }
    throw ExchangeError(
      .exportFailed,
      "The files of the page are not installed. Run “Sources/JavaScript/build” in the sources of "
        + "Retrace, and install Retrace again.")
  }

  /// Creates the files of a given folder.
  package init(folder: String) { self.folder = folder }

  /// Returns the contents of a file, such as `inspector/page.js`.
  package func contents(of name: String) throws -> [UInt8] {
    let path = "\(folder)/\(name)"
    guard let bytes = FileDescriptor.contents(of: path, limit: Self.limit) else {
      throw ExchangeError(.exportFailed, "The file “\(path)” of the page cannot be read.")
    }
    return bytes
  }
}
