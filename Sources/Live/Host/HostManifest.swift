internal import Notation

/// The file that tells a browser how to start a native host, and which extension may do so.
enum HostManifest {
  /// The name of the host that the installed extension connects to.
  static let standardName = "dev.retrace.live"
  /// The ids of the extension. The host accepts no other extension.
  static let firefoxExtension = "live@retrace.dev"
  private static let chromiumExtension = "ggcbjaeojnbnilnabefpgppblephmioo"

  /// The contents of the file.
  ///
  /// - Parameters:
  ///   - name: The name of the host, which is also the name of the file.
  ///   - path: The program to start.
  static func bytes(name: String, path: String, isFirefox: Bool) -> [UInt8] {
    let allowed: (name: String, value: JSON) =
      isFirefox
      ? ("allowed_extensions", .array([.string(firefoxExtension)]))
      : ("allowed_origins", .array([.string("chrome-extension://\(chromiumExtension)/")]))
    let manifest = JSON.object([
      ("name", .string(name)), ("description", .string("Retrace")), ("path", .string(path)),
      ("type", .string("stdio")), allowed,
    ])
    return manifest.bytes
  }
}
