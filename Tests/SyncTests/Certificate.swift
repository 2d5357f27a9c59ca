import Foundation
import TestSupport
import Testing

@testable import Sync

/// A self-signed certificate for a server. Devices trust it only if they are configured to do so.
struct Certificate {
  let folder: TemporaryFolder
  var path: String { folder.path + "/cert.pem" }

  private static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static let canBeMade = program != nil

  /// - Parameter name: The subject of the certificate, such as `DNS:localhost`.
  init(for name: String) throws {
    folder = try TemporaryFolder()
    let run = try Subprocess.run(
      try #require(Self.program),
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-subj", "/CN=retrace tests", "-addext", "subjectAltName=\(name)", "-days", "2",
        "-keyout", folder.path + "/key.pem", "-out", folder.path + "/cert.pem",
      ])
    try #require(run.status == 0, "\(run.errors)")
  }
}
