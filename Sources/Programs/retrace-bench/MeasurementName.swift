import Catalogue

/// What can be measured.
enum MeasurementName: String, CaseIterable {
  case append, bulk, replay, fold, open, travel, start, script, commands, bytes, visits, urls, typed
  case growth, serve, library, console, sync
}
