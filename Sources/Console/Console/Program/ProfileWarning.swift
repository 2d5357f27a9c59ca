internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Problems of a profile that can still be opened. They are reported whenever the profile is
/// opened, even in a script.
enum ProfileWarning {
  case older, droppedForgetting

  static func of(_ store: Store) -> [ProfileWarning] {
    var warnings: [ProfileWarning] = []
    if store.log.isOlderThanNoted { warnings.append(.older) }
    if store.hasDroppedForgetting { warnings.append(.droppedForgetting) }
    return warnings
  }

  var sentence: String {
    switch self {
    case .older: "This profile is older than it once was. The newest events are missing."
    case .droppedForgetting:
      "An interrupted forget request could not be completed, because its stored data is damaged. "
        + "Run “forget” again."
    }
  }
}
