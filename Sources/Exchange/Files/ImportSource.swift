package import ExchangeFormats
internal import Platform

/// A file, or the folder of a browser's profile, from which to import.
package struct ImportSource: Sendable {
  private let files: [File]
  private let isFolder: Bool
  /// Sentences about the files of a folder that cannot be read.
  private var problems: [String] = []

  private struct File: Sendable {
    var path: String
    var format: FileFormat
    /// The file to read together with this file. For a Chromium session, this is the file of closed
    /// tabs.
    var companion: String?
    /// The earlier versions of the file, newest first.
    var older: [String] = []
  }

  /// Determines the format of a file, or the files to read in a folder.
  ///
  /// - Parameters:
  ///   - path: The path of a file or a folder.
  ///   - format: The format of the file, or nil to detect it.
  /// - Throws: ``ExchangeError``.
  package init(_ path: String, format: FileFormat? = nil) throws {
    let status = try FileBytes.reading(path) {
      try FileTree.status(at: path)
    }
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    if isFolder {
      var files: [File] = []
      for candidates in ProfileFolder.candidates(in: path) {
        try Self.choose(candidates, &problems).map { files.append($0) }
      }
      problems += ProfileFolder.encryptedParts(of: path)
      self.files = Self.joined(files)
      guard !files.isEmpty else {
        throw ExchangeError(
          .importFailed,
          problems.isEmpty
            ? ProfileFolder.hint(path)
              ?? "“\(path)” is not a profile of a supported browser."
            : problems.joined(separator: " "))
      }
    } else {
      guard let format = try format?.checked(path) ?? FileFormat.found(in: path) else {
        throw ExchangeError(
          .importFailed, "“\(path)” is damaged, or has an unsupported format.")
      }
      files = [File(path: path, format: format)]
    }
  }

  /// Returns the first candidate that can be read and is not empty. Reports the unreadable files
  /// before this candidate.
  ///
  /// - Returns: The file. If all readable files are empty, the first of the readable files. Nil if
  ///   no file can be read.
  private static func choose(
    _ candidates: [String], _ problems: inout [String]
  ) throws -> File? {
    var empty: File?
    var passed: [String] = []
    for (place, path) in candidates.enumerated() {
      do {
        guard let format = try FileFormat.found(in: path) else { continue }
        var file = File(path: path, format: format)
        file.older = Array(candidates[(place + 1)...])
        if !file.older.isEmpty || empty != nil, try isEmpty(file) {
          empty = empty ?? file
          continue
        }
        if let empty { passed.append("“\(empty.path)” does not contain a window.") }
        if let last = passed.popLast() {
          problems += passed + ["\(last) “\(path)” is used instead."]
        }
        return file
      } catch let failure as ExchangeError where failure.code == .importFailed {
        passed.append(failure.message)
      }
    }
    problems += passed
    return empty
  }

  private static func isEmpty(_ file: File) throws -> Bool {
    var isEmpty = true
    try read(file) { item in
      if case .session(let session) = item, session.windows.isEmpty, session.closed.isEmpty {
        return
      }
      if case .problem = item { return }
      isEmpty = false
    }
    return isEmpty
  }

  /// Combines the file of windows with the file of closed tabs, if both are from Chromium.
  private static func joined(_ files: [File]) -> [File] {
    var files = files
    guard let session = files.firstIndex(where: { $0.format == .chromiumSession }),
      let tabs = files.firstIndex(where: { $0.format == .chromiumTabs })
    else { return files }
    files[session].companion = files[tabs].path
    files.remove(at: tabs)
    return files
  }

  /// The formats of the files.
  package var formats: [FileFormat] { files.map(\.format) }

  /// The path of the file if the source is a log of Retrace. Such a log is imported event by event,
  /// not as a list of items.
  var log: String? { files.first { $0.format == .events && !isFolder }?.path }

  /// Reads all items and passes them to a closure. This function can be called repeatedly.
  ///
  /// - Parameter take: Receives the items. If the function throws, reading ends.
  /// - Throws: ``ExchangeError`` if a file cannot be read. If the source is a folder, the error is
  ///   reported as a problem instead, and the other files are read anyway.
  package func read(_ emit: (PortableItem) throws -> Void) throws {
    for problem in problems { try emit(.problem(problem)) }
    for file in files {
      var openFolders = 0
      do {
        try Self.read(file) { item in
          if case .folderBegan = item { openFolders += 1 }
          if case .folderEnded = item { openFolders -= 1 }
          try emit(item)
        }
      } catch let failure as ExchangeError where isFolder && failure.code == .importFailed {
        for _ in 0..<max(openFolders, 0) { try emit(.folderEnded) }
        try emit(.problem(failure.message))
      }
    }
  }

  private static func read(_ file: File, _ emit: (PortableItem) throws -> Void) throws {
    let path = file.path
    switch file.format {
    case .firefoxSession: try FirefoxSession.read(JSONFile.read(path), emit)
    case .firefoxPlaces: try DatabaseFile.read(path) { try FirefoxPlaces.read($0, emit) }
    case .firefoxBookmarks: try FirefoxBookmarks.read(JSONFile.read(path), emit)
    case .firefoxZoom: try DatabaseFile.read(path) { try FirefoxZoom.read($0, emit) }
    case .chromiumSession:
      try ChromiumSession.read(
        commands(path), closed: file.companion.map(commands), before: olderCommands(file), emit)
    case .chromiumTabs: try ChromiumClosedTabs.read(commands(path), emit)
    case .chromiumHistory: try DatabaseFile.read(path) { try ChromiumHistory.read($0, emit) }
    case .chromiumPreferences: try ChromiumPreferences.read(JSONFile.read(path), emit)
    case .chromiumBookmarks: try ChromiumBookmarks.read(JSONFile.read(path), emit)
    case .safariHistory: try DatabaseFile.read(path) { try SafariHistory.read($0, emit) }
    case .safariSession: try SafariSession.read(FileBytes.all(of: path), path, emit)
    case .safariBookmarks: try SafariBookmarks.read(FileBytes.all(of: path), path, emit)
    case .firefoxAndroid: try DatabaseFile.read(path) { try FirefoxAndroid.read($0, emit) }
    case .olderSafariHistory:
      try JSONLayout.olderSafariHistory.read(
        SafariBookmarks.list(FileBytes.all(of: path), path), emit)
    case .qutebrowserHistory:
      try DatabaseFile.read(path) { try Qutebrowser.readHistory($0, emit) }
    case .buku: try DatabaseFile.read(path) { try Buku.read($0, emit) }
    case .link: try LinkFile.read(FileBytes.all(of: path), path, emit)
    case .takeoutHistory: try TakeoutHistory.read(path, emit)
    case .tabSessionManager: try TabSessionManager.read(JSONFile.read(path), emit)
    case .oneTabStorage, .pinboard, .sessionBuddy, .sidebery, .arc:
      try readLayout(file, emit)
    case .netscapeBookmarks, .pocket, .instapaper, .diigo, .readwise, .wallabag, .raindrop, .csv,
      .operaBookmarks, .oneTab, .opml, .markdown, .qutebrowserSession, .qutebrowserQuickmarks,
      .qutebrowserBookmarks:
      try readText(file, emit)
    case .bookmarkTable, .bookmarkLines:
      try ListReader.readBookmarks(path, isTable: file.format == .bookmarkTable, emit)
    case .visitTable, .visitLines:
      try ListReader.readVisits(path, isTable: file.format == .visitTable, emit)
    case .httpArchive: try HTTPArchive.read(JSONFile.read(path), emit)
    case .events:
      throw ExchangeError(
        .importFailed, "“\(path)” is a log of Retrace, which must be imported completely.")
    }
  }

  /// Reads a file in a JSON format that a layout describes.
  private static func readLayout(_ file: File, _ emit: (PortableItem) throws -> Void) throws {
    let json = try JSONFile.read(file.path)
    guard let layout = JSONLayout.found(in: json), layout.format == file.format else {
      throw ExchangeError(.importFailed, "“\(file.path)” is not a \(file.format.rawValue).")
    }
    try layout.read(json, emit)
  }

  /// Reads a file in a text format, in any encoding.
  private static func readText(_ file: File, _ emit: (PortableItem) throws -> Void) throws {
    let path = file.path
    let text = try FileBytes.text(of: path)
    if text.replacedCount > 0 {
      let count = text.replacedCount
      try emit(
        .problem(
          "“\(path)” has \(count) \(count == 1 ? "character" : "characters") that cannot be decoded."
        ))
    }
    let bytes = text.bytes
    switch file.format {
    case .netscapeBookmarks: try NetscapeBookmarks.read(bytes, emit)
    case .opml: try OPML.read(bytes, emit)
    case .markdown: try Markdown.read(bytes, emit)
    case .oneTab: try OneTab.read(bytes, emit)
    case .operaBookmarks: try OperaHotlist.read(bytes, emit)
    case .qutebrowserSession: try Qutebrowser.readSession(bytes, path, emit)
    case .qutebrowserQuickmarks, .qutebrowserBookmarks:
      let areQuickmarks = file.format == .qutebrowserQuickmarks
      try Qutebrowser.readLines(bytes, areQuickmarks: areQuickmarks, emit)
    case .pocket where bytes.first { $0 > 0x20 } == UInt8(ascii: "<"): try Pocket.read(bytes, emit)
    default: try BookmarkTable.all.first { $0.format == file.format }?.read(bytes, emit)
    }
  }

  private static func commands(_ path: String) throws -> ChromiumCommandFile {
    try ChromiumCommandFile(FileBytes.all(of: path), path)
  }

  /// Reads the earlier versions of a file. They only add details about closed tabs, so an
  /// unreadable file is ignored.
  private static func olderCommands(_ file: File) throws -> [ChromiumCommandFile] {
    guard file.companion != nil else { return [] }
    var older: [ChromiumCommandFile] = []
    for path in file.older {
      do {
        older.append(try commands(path))
      } catch let failure as ExchangeError where failure.code == .importFailed {}
    }
    return older
  }
}
