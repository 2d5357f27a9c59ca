/// The release of this source code.
package enum Release {
  /// The version that `--version` prints.
  package static let version = "0.1.0"
  /// The date of that version, for the manual page.
  package static let date = "2026-11-22"
}
