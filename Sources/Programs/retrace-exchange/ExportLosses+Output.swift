import CommandKit
import Exchange
internal import Notation

extension ExportLosses {
  /// The counts with their nouns, as in “2 tags, 1 keyword”; nil if nothing is lost.
  var list: SafeText? {
    let parts = ExportLoss.allCases.compactMap { kind in
      self[kind].map { SafeText.counted($0, kind.one, kind.many) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Writes the counts as members into an object that is being written.
  func write(to json: inout JSONWriter) {
    for kind in ExportLoss.allCases {
      if let count = self[kind] { json.member(kind.rawValue, count) }
    }
  }
}
