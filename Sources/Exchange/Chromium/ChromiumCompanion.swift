/// A small extension for a browser that is being recorded.
///
/// The debugging protocol covers pages and their histories, but only extensions know the order of
/// the tabs, pins, groups and active tabs. This extension reports changes, and answers queries
/// about them. It has no access to pages, and is removed after the recording.
enum ChromiumCompanion {
  /// The function that the extension calls to report changes.
  static let binding = "retraceChanged"

  /// The expression that returns the complete tab strip as JSON text.
  static let question = """
    Promise.all([
      chrome.windows.getAll({populate: true, windowTypes: ["normal"]}),
      chrome.tabGroups.query({}),
      chrome.debugger.getTargets(),
    ]).then(([windows, groups, targets]) => JSON.stringify({windows, groups, targets}))
    """

  private static let manifest = """
    {
      "manifest_version": 3, "name": "Retrace", "version": "1",
      "description": "Tells Retrace, which records this browser, about windows, tabs and groups.",
      "permissions": ["tabs", "tabGroups", "debugger"],
      "background": {"service_worker": "worker.js"}
    }
    """

  private static let worker = """
    const tell = () => { if (globalThis.\(binding)) \(binding)(""); };
    const events = [
      "onActivated", "onAttached", "onCreated", "onDetached", "onMoved", "onRemoved", "onReplaced",
      "onUpdated",
    ];
    for (const name of events) chrome.tabs[name].addListener(tell);
    for (const name of ["onCreated", "onMoved", "onRemoved", "onUpdated"]) {
      chrome.tabGroups[name].addListener(tell);
    }
    for (const name of ["onBoundsChanged", "onCreated", "onFocusChanged", "onRemoved"]) {
      chrome.windows[name].addListener(tell);
    }
    """

  /// Writes the extension where the browser can load it.
  static func write(into folder: TemporaryFolder) throws {
    try folder.write("manifest.json", manifest)
    try folder.write("worker.js", worker)
  }
}
