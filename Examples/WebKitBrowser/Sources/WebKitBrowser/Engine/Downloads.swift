import CWebKitGTK

/// Saves downloads to the user's downloads folder. The system handles the files.
enum Downloads {
  /// Accepts all downloads, because WebKit blocks at the first download without a handler.
  ///
  /// - Parameter say: Shows a sentence about the result of a download.
  static func handle(in session: OpaquePointer, say: @escaping (String) -> Void) {
    on(session, "download-started") { signal in
      let download = signal.pointer()
      onAsked(download, "decide-destination") { signal in
        webkit_download_set_destination(download, freePath(named: signal.text()))
        return true
      }
      var hasFailed = false
      on(download, "failed") { signal in
        hasFailed = true
        let error: UnsafeMutablePointer<GError> = signal.pointer().cast()
        say("The file could not be saved: \(string(error.pointee.message))")
      }
      on(download, "finished") {
        guard !hasFailed else { return }
        let path = string(webkit_download_get_destination(download))
        say("Saved “\(path.split(separator: "/").last ?? "")” in \(directory)")
        Diagnostics.say("downloaded \(path)")
      }
    }
  }

  /// The user's downloads folder.
  private static var directory: String {
    let folder = string(g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD))
    return folder.isEmpty ? string(g_get_home_dir()) + "/Downloads" : folder
  }

  /// Returns an unused path in the downloads folder.
  private static func freePath(named suggested: String) -> String {
    g_mkdir_with_parents(directory, 0o755)
    let name = suggested.split(separator: "/").last.map { String($0) } ?? "download"
    var path = "\(directory)/\(name)"
    var count = 1
    while g_file_test(path, G_FILE_TEST_EXISTS) != 0 {
      count += 1
      path = "\(directory)/\(count) \(name)"
    }
    return path
  }
}
