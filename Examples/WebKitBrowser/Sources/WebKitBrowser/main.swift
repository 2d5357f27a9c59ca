// A browser whose only state is Retrace. `--help` lists the options.

import CWebKitGTK
import Glibc
import Retrace

let options = Options(CommandLine.arguments.dropFirst())
Diagnostics.checks = options.checks
Diagnostics.traces = options.traces
Diagnostics.times = options.times

let application = OpaquePointer(
  gtk_application_new("org.retrace.WebKitBrowser", G_APPLICATION_NON_UNIQUE)!)
var program: BrowserProgram?

on(application, "activate") {
  Style.load(Style.isComposited ? look : look + opaqueLook)
  if options.isDark { Style.isDark = true }
  if options.isRightToLeft { Style.isRightToLeft = true }
  do {
    let store = try options.profile.map { path in try Store(profile: path) }
    let profile = Profile(store ?? .inMemory())
    let engine = Engine(
      profile, dataDirectory: options.engineDirectory, pageLimit: options.pages)
    program = BrowserProgram(application, profile, engine)
    g_application_hold(application.cast())
    program?.start(opening: options.address)
  } catch {
    print("The profile cannot be opened: \(error)")
    exit(1)
  }
}
Loop.runMainActor()
let status = g_application_run(application.cast(), 0, nil)
exit(program?.hasFailed == true ? 3 : status)
