/// The names of the measurements, as given on the command line.
enum MeasurementName: String, CaseIterable {
  case append, bulk, replay, fold, open, travel, start, script, commands, visits, urls, typed
  case growth, serve, library, console, sync, live
}
