import CWebKitGTK

/// C has two kinds of pointers to its objects, those whose struct is public and those whose is not.
/// Both are one here, so that an object can be passed wherever GTK takes it.
protocol ObjectPointer {
  nonisolated var raw: UnsafeMutableRawPointer { get }
}

extension UnsafeMutablePointer: ObjectPointer {
  nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer: ObjectPointer {
  nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension ObjectPointer {
  nonisolated func cast<T>(_: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: T.self)
  }
  nonisolated var opaque: OpaquePointer { OpaquePointer(raw) }
}

/// A C text as a Swift one; empty for null.
nonisolated func string(_ text: UnsafePointer<CChar>?) -> String {
  text.map { String(cString: $0) } ?? ""
}

/// A text as GLib's variants write it.
func quotedInVariant(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" { quoted += "\\" }
    if scalar.value < 32 {
      let digits = String(scalar.value, radix: 16)
      quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    } else {
      quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}

/// The type numbers of GObject, which are macros in C.
enum ObjectType {
  static let int = GType(6 << 2)
  static let int64 = GType(10 << 2)
  static let boolean = GType(5 << 2)
  static let string = GType(16 << 2)
}
