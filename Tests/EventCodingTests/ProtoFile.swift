import Foundation

/// The parts of `retrace.proto` that are used: messages, one `oneof`, and enumerations.
struct ProtoFile {
  struct Field: Equatable {
    var type: String
    var name: String
    var number: UInt32
  }

  /// The fields of each message. Those of the `oneof` are under its own name.
  private(set) var messages: [String: [Field]] = [:]
  /// The values of each enumeration.
  private(set) var enumerations: [String: [String: UInt32]] = [:]

  static let url = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/Core/EventCoding/retrace.proto")

  init(_ text: String) {
    var open: [(isEnumeration: Bool, name: String)] = []
    for line in text.split(separator: "\n") {
      let code = line.prefix { $0 != "/" }.replacing(";", with: "")
      let words = code.split(separator: " ").map(String.init)
      if words.last == "{" {
        open.append((words[0] == "enum", words[1]))
        if words[0] == "enum" { enumerations[words[1]] = [:] } else { messages[words[1]] = [] }
      } else if words == ["}"] {
        open.removeLast()
      } else if let place = open.last, let number = words.last.flatMap({ UInt32($0) }) {
        let name = words[words.count - 3]
        if place.isEnumeration {
          enumerations[place.name]?[name] = number
        } else {
          let type = words.dropLast(3).joined(separator: " ")
          messages[place.name]?.append(Field(type: type, name: name, number: number))
        }
      }
    }
  }

  init() throws { self.init(try String(contentsOf: Self.url, encoding: .utf8)) }
}
