/// An extension of a few lines that stands next to the pages in a browser that is recorded.
///
/// The debugging protocol knows pages and their histories; the order of the strip, pins, groups and what
/// is active are known to extensions alone. This one tells that something changed, and answers what there
/// is. It sees no page, and goes with the recording.
enum ChromiumCompanion {
  /// The function by which it says that something changed.
  static let binding = "retraceChanged"

  /// What gives the whole strip, as JSON text.
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

  /// Writes it where the browser can load it.
  static func write(into folder: TemporaryFolder) throws {
    try folder.write("manifest.json", manifest)
    try folder.write("worker.js", worker)
  }
}
