import CommandKit
import Exchange
internal import Notation

extension ExportOmissions {
  /// The counts with their nouns, such as “2 tags, 1 keyword”, or nil if nothing is lost.
  var list: SafeText? {
    let parts = ExportOmission.allCases.compactMap { kind in
      self[kind].map { SafeText.counted($0, kind.one, kind.many) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Writes the counts as members of an object.
  func write(to json: inout JSONWriter) {
    for kind in ExportOmission.allCases {
      if let count = self[kind] { json.member(kind.rawValue, count) }
    }
  }
}
