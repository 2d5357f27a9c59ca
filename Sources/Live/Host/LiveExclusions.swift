internal import Exchange
internal import Platform

/// The user's choice to exclude pages from the recording of a browser.
///
/// The exclusions are stored in files, so that the console, the popup and other hosts agree, even
/// after a restart. Recording is paused while the folder of the browser contains the file `paused`.
package struct LiveExclusions: Equatable, Sendable {
  package var hosts = UnrecordedHosts()
  package var isPaused = false

  package init(isPaused: Bool = false) { self.isPaused = isPaused }

  /// Reads the stored exclusions of a browser.
  ///
  /// - Parameter folder: The folder of the browser. ``UnrecordedHosts`` are stored in its parent.
  package init(of folder: String) {
    hosts = UnrecordedHosts(in: Self.parent(of: folder))
    isPaused = FileTree.allows(F_OK, Self.pauseFile(in: folder))
  }

  /// Returns the folders that contain the files of the exclusions, which a host watches for
  /// changes.
  static func folders(of folder: String) -> [String] { [folder, parent(of: folder)] }

  private static func parent(of folder: String) -> String {
    folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
  }

  private static func pauseFile(in folder: String) -> String { "\(folder)/paused" }

  /// Pauses the recording of a browser, or resumes it.
  package static func setPaused(_ isPaused: Bool, in folder: String) throws {
    let file = pauseFile(in: folder)
    guard isPaused else { return FileTree.removeFile(file) }
    do {
      try FileTree.makeFolders(folder)
      try FileTree.writeFile([], to: file)
    } catch {
      throw ExchangeError(
        .browserFailed, "The recording could not be paused: \(file) cannot be written: \(error).")
    }
  }
}
