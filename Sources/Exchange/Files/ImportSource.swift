internal import Glibc

/// A file, or the folder of a browser's profile, that is to be imported.
public struct ImportSource: Sendable {
  private let path: String
  private let files: [File]
  private let isFolder: Bool

  private struct File: Sendable {
    var path: String
    var format: FileFormat
  }

  /// Finds out what is in a file, or which files of a folder are to be read.
  ///
  /// - Parameter format: What the file is; nil: what it looks like.
  /// - Throws: ``ImportFailure``.
  public init(_ path: String, format: FileFormat? = nil) throws {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileBytes.failure(path) }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    if isFolder {
      let paths = ProfileFolder.files(in: path)
      files = try paths.compactMap { path in
        try FileFormat.found(in: path).map { File(path: path, format: $0) }
      }
      guard !files.isEmpty else {
        throw ImportFailure("“\(path)” is no profile of a browser that Retrace knows.")
      }
    } else {
      guard let format = try format ?? FileFormat.found(in: path) else {
        throw ImportFailure("“\(path)” is in no format that Retrace knows, or is damaged.")
      }
      files = [File(path: path, format: format)]
    }
  }

  /// The formats of its files.
  public var formats: [FileFormat] { files.map(\.format) }

  /// Gives all that is in it. It can be read more than once.
  ///
  /// - Parameter take: What it throws ends the reading.
  /// - Throws: ``ImportFailure`` where a file cannot be read; of a folder the others are read on, and
  ///   it is a problem.
  public func read(_ take: (Imported) throws -> Void) throws {
    for file in files {
      do {
        try read(file, take)
      } catch let failure as ImportFailure where isFolder {
        try take(.problem(failure.message))
      }
    }
  }

  private func read(_ file: File, _ take: (Imported) throws -> Void) throws {
    switch file.format {
    case .firefoxSession: try FirefoxSession.read(JSONFile.read(file.path), take)
    case .firefoxPlaces:
      try DatabaseFile.read(file.path) { try FirefoxPlaces.read($0, take) }
    case .firefoxZoom: try DatabaseFile.read(file.path) { try FirefoxZoom.read($0, take) }
    case .chromiumSession: try ChromiumSession.read(commands(file), take)
    case .chromiumTabs: try ChromiumClosedTabs.read(commands(file), take)
    case .chromiumHistory:
      try DatabaseFile.read(file.path) { try ChromiumHistory.read($0, take) }
    case .chromiumBookmarks: try ChromiumBookmarks.read(JSONFile.read(file.path), take)
    case .netscapeBookmarks: try NetscapeBookmarks.read(FileBytes.all(of: file.path), take)
    }
  }

  private func commands(_ file: File) throws -> CommandFile {
    try CommandFile(FileBytes.all(of: file.path), file.path)
  }
}
