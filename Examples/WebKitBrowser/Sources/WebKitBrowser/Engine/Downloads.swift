import CWebKitGTK

/// Downloads go into the person's folder for them; what becomes of the file is the system's.
enum Downloads {
  /// WebKit stands still at the first download that nobody takes, so all are taken.
  static func handle(in session: OpaquePointer) {
    on(session, "download-started") { signal in
      let download = signal.pointer()
      onAsked(download, "decide-destination") { signal in
        webkit_download_set_destination(download, freePath(named: signal.text()))
        return true
      }
      on(download, "finished") {
        let path = string(webkit_download_get_destination(download))
        Diagnostics.say("downloaded \(path)")
      }
    }
  }

  /// A path in the downloads folder at which there is nothing yet.
  private static func freePath(named suggested: String) -> String {
    let folder = string(g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD))
    let directory = folder.isEmpty ? string(g_get_home_dir()) + "/Downloads" : folder
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
