internal import Exchange
internal import Platform

/// The files of the browser extension, which are installed with the programs.
package enum ExtensionFiles {
  /// The maximum size of a file to copy, in bytes.
  private static let limit = 1 << 20

  /// Writes the extension to a folder, which is created if necessary.
  ///
  /// - Parameter host: The name of the native host that the extension connects to, or nil for the
  ///   standard name.
  package static func write(to folder: String, host: String? = nil) throws {
    do {
      try copy(source(), to: folder)
      guard let host else { return }
      let name = "export const hostName = \"\(host)\";\n"
      try FileTree.writeFile(Array(name.utf8), to: "\(folder)/host.js")
    } catch let error as Errno {
      throw ExchangeError(
        .browserFailed, "The extension could not be written to \(folder): \(error).")
    }
  }

  /// Returns the folder that contains the files of the extension. It is in the folder in which the
  /// programs are installed, or in the sources from which they are built.
  private static func source() throws -> String {
    var folder = FileTree.linkTarget(of: "/proc/self/exe") ?? ""
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      for place in ["share/retrace/extension", "Sources/Live/Extension"] {
        let source = "\(folder)/\(place)"
        if (try? FileTree.status(at: "\(source)/manifest.json")) != nil { return source }
      }
    }
    throw ExchangeError(
      .browserFailed,
      "The files of the extension are not next to retrace-live. Install Retrace again.")
  }

  private static func copy(_ source: String, to folder: String) throws {
    try FileTree.makeFolders(folder)
    for entry in try FileTree.entries(in: source) {
      let (from, to) = ("\(source)/\(entry.name)", "\(folder)/\(entry.name)")
      if entry.isFolder {
        try copy(from, to: to)
      } else if let bytes = FileDescriptor.contents(of: from, limit: limit) {
        try FileTree.writeFile(bytes, to: to)
      } else {
        throw ExchangeError(.browserFailed, "The file \(from) of the extension cannot be read.")
      }
    }
  }
}
