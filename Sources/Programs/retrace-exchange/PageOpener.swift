import Exchange
import Platform

/// A page that is opened in the user's browser.
///
/// The address is in a file that only the user can read. As an argument of a program, it would be
/// visible to other users.
final class PageOpener {
  private let folder: ScratchFolder

  /// Opens a page with `xdg-open`. Returns nil if there is no screen, or no such program.
  init?(_ address: String) {
    let screens = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap(ProcessContext.variable)
    guard screens.contains(where: { !$0.isEmpty }), let folder = try? ScratchFolder() else {
      return nil
    }
    self.folder = folder
    let page = """
      <!DOCTYPE html>
      <meta charset="utf-8">
      <meta http-equiv="refresh" content="0; url=\(address)">
      <title>Retrace</title>

      """
    let path = "\(folder.path)/retrace.html"
    var opener = ProcessLauncher("xdg-open", [path])
    opener.nullDescriptors = [0, 1, 2]
    opener.hasOwnGroup = true
    opener.defaultSignals = [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP]
    guard (try? FileTree.writeFile(Array(page.utf8), to: path, mode: 0o600)) != nil,
      let process = try? opener.start()
    else { return nil }
    _ = WorkThread { process.wait() }
  }
}
