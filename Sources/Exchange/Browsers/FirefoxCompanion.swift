/// A script that stands beside the pages in a Firefox that is recorded. It tells that something changed, and
/// answers what there is.
///
/// Marionette brings it in. The first thing that it does is to take over the connection and to stop
/// Marionette: from then on nobody else can connect, and pages are not told that a robot is at work.
enum FirefoxCompanion {
  /// What Marionette runs. Its arguments are the script, and the settings that were for the start alone.
  static let start = """
    const [script, settings] = arguments;
    const {Marionette} =
      ChromeUtils.importESModule("chrome://remote/content/components/Marionette.sys.mjs");
    const [connection] = Marionette.server.conns;
    const companion = new Cu.Sandbox(Services.scriptSecurityManager.getSystemPrincipal(), {
      sandboxName: "Retrace", wantGlobalProperties: ["ChromeUtils"],
    });
    companion.connection = connection.conn;
    Cu.evalInSandbox(script, companion, null, "resource://retrace/companion.js", 1);
    connection.driver.deleteSession();
    Marionette.uninit();
    for (const name of settings) Services.prefs.clearUserPref(name);
    """

  /// The functions for it to be asked with are `look()`, `picture(tab)` and `close()`.
  static let script = [modules, line, strip, histories, looking, happenings].joined(separator: "\n")

  private static let modules = """
    const load = path => ChromeUtils.importESModule(path);
    const {PrivateBrowsingUtils} = load("resource://gre/modules/PrivateBrowsingUtils.sys.mjs");
    const {SessionStore} = load("resource:///modules/sessionstore/SessionStore.sys.mjs");
    const {WebNavigation} = load("resource://gre/modules/WebNavigation.sys.mjs");
    """

  /// It closes Firefox when the connection is gone.
  private static let line = """
    // The first look needs no telling.
    let isTold = true;
    let isEnding = false;

    function tell() {
      if (isTold || isEnding) return;
      isTold = true;
      connection.send({method: "changed"});
    }

    function close() { Services.startup.quit(Ci.nsIAppStartup.eForceQuit); }

    connection.hooks = {
      onClosed: close,
      async onPacket({id, params}) {
        try {
          const result = await Cu.evalInSandbox(
            params.expression, globalThis, null, "resource://retrace/question.js", 1);
          connection.send({id, result: result ?? null});
        } catch (problem) {
          connection.send({id, error: {message: String(problem)}});
        }
      },
    };
    """

  private static let looking = """
    function taken(set) {
      const all = [...set];
      set.clear();
      return all;
    }

    function look() {
      isTold = false;
      if (isEnding) return null;
      const all = windows();
      const focused = Services.wm.getMostRecentBrowserWindow();
      return {
        windows: all.map(window => ({...shownWindow(window), focused: window == focused})),
        groups: all.flatMap(window => window.gBrowser.tabGroups.map(shownGroup)),
        histories: all.flatMap(tabs).flatMap(changedHistory),
        reloaded: taken(reloaded), failed: taken(failed),
      };
    }

    async function picture(number) {
      const tab = windows().flatMap(tabs).find(tab => tabNumber(tab) == number);
      const image = await tab.linkedBrowser.browsingContext.currentWindowGlobal
        .drawSnapshot(null, 1, "white");
      const canvas = tab.ownerDocument.createElementNS("http://www.w3.org/1999/xhtml", "canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d").drawImage(image, 0, 0);
      image.close();
      return {data: canvas.toDataURL("image/jpeg", 0.5).split(",")[1]};
    }
    """
}
