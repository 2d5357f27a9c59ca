import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport

/// A session in memory, for exports.
struct Exports {
  let store: Store

  /// An empty session. Its clock advances by a second with each action.
  init() throws {
    let clock = TickingClock()
    store = try Store(EventLog()) { clock.next() }
  }

  /// A session after random steps.
  init(seed: UInt64, steps: Int) throws {
    try self.init()
    var random = RandomSteps(seed: seed)
    for _ in 0..<steps {
      do {
        switch try random.next(store.readState()) {
        case .action(let action, let actor): try store.perform(action, by: Origin(actor))
        case .undo: try store.undo()
        case .redo: try store.redo()
        }
      } catch is Refusal {}
    }
  }

  func data(_ format: ExportFormat, _ options: ExportOptions = ExportOptions()) throws -> Data {
    try Self.data(of: store, format, options)
  }

  func text(_ format: ExportFormat, _ options: ExportOptions = ExportOptions()) throws -> String {
    String(decoding: try data(format, options), as: UTF8.self)
  }

  static func data(
    of store: Store, _ format: ExportFormat, _ options: ExportOptions = ExportOptions()
  ) throws -> Data {
    var data = Data()
    try store.export(format, options, to: ExportStream { data.append(contentsOf: $0) })
    return data
  }

  /// A new session into which an export in a format has been imported.
  func imported(_ format: ExportFormat, as name: FileFormat? = nil) throws -> Imports {
    let imports = try Imports()
    let file = try WrittenFile("export", try data(format))
    try withExtendedLifetime(file) { _ = try imports.bring(file.path, format: name) }
    return imports
  }
}

private final class TickingClock {
  private var milliseconds: Int64 = 1_700_000_000_000

  func next() -> Int64 {
    milliseconds += 1_000
    return milliseconds
  }
}
