import Foundation
import TestSupport
import Testing

/// The library, installed by `Sources/CLibrary/install` from the files that were built with the
/// tests.
struct InstalledLibrary {
  /// The installation, which is shared by all tests.
  static let shared = Result { try InstalledLibrary() }

  let folder: TemporaryFolder
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let programs = root.appending(path: "Tests/CLibraryTests/Programs")
  static let python = root.appending(path: "Sources/CLibrary/Python")
  static let examples = root.appending(path: "Examples/CLibrary")
  static let header = root.appending(path: "Sources/CLibrary/Header/retrace.h")

  var prefix: URL { folder.url.appending(path: "installed") }
  var library: URL { prefix.appending(path: "lib/libretrace.so.1") }

  /// The folder with the modules for Python, or nil if Python is not installed.
  var modules: URL? {
    let lib = prefix.appending(path: "lib")
    let folders = try? FileManager.default.contentsOfDirectory(
      at: lib, includingPropertiesForKeys: nil)
    return folders?.first { $0.lastPathComponent.hasPrefix("python3") }?
      .appending(path: "site-packages")
  }

  private init() throws {
    folder = try TemporaryFolder()
    let built = URL.builtProgram("retrace").deletingLastPathComponent()
    let run = try Subprocess.run(
      Self.root.appending(path: "Sources/CLibrary/install").path,
      [folder.url.appending(path: "installed").path, built.path])
    guard run.status == 0 else { throw InstallFailure(errors: run.errors) }
  }

  /// The reason why it could not be installed.
  private struct InstallFailure: Error {
    let errors: String
  }

  /// The variables with which programs find the library, its header and its examples.
  var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["PKG_CONFIG_PATH"] = prefix.appending(path: "lib/pkgconfig").path
    environment["LD_LIBRARY_PATH"] = prefix.appending(path: "lib").path
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment["PYTHONPATH"] = modules?.path
    return environment
  }

  /// Runs a command line in the shell.
  func shell(_ line: String, input: Data = Data()) throws -> Subprocess {
    try Subprocess.run(
      "/bin/sh", ["-ec", line], input: input, environment: environment, in: folder.url)
  }

  /// Compiles a program in C as the manual page describes, and returns its path.
  func compiled(_ source: URL, named name: String, static isStatic: Bool = false) throws -> String {
    let options = isStatic ? "--static --cflags --libs" : "--cflags --libs"
    let run = try shell(
      "cc -std=c99 -Wall -Wextra -Werror -pedantic \(isStatic ? "-static" : "") \(source.path) "
        + "$(pkg-config \(options) retrace) -lpthread -o \(name)")
    try #require(run.status == 0, "\(run.errors)")
    return folder.url.appending(path: name).path
  }

  /// Whether the programs are on the search path.
  static func has(_ programs: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return programs.allSatisfy { program in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
  }

  /// Whether the library can be built. With sanitizers, there is no runtime with which it can be
  /// linked.
  static let canBeBuilt =
    has("cc", "clang++", "ld.lld", "pkg-config", "nm")
    && ProcessInfo.processInfo.environment["RETRACE_SANITIZED"] == nil

  /// The functions that are declared in the header.
  static func declaredFunctions() throws -> Set<String> {
    let header = try String(contentsOf: header, encoding: .utf8)
    // Comments may mention functions too.
    let code = header.replacing(#/(?s)/\*.*?\*//#, with: "")
    return Set(code.matches(of: #/\b(retrace_\w+)\(/#).map { String($0.1) })
  }
}
