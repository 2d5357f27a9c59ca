import CWebKitGTK

extension UnsafeMutablePointer: ObjectPointer {
  nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer: ObjectPointer {
  nonisolated var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

/// Converts a C string to a Swift string, which is empty for null.
nonisolated func string(_ text: UnsafePointer<CChar>?) -> String {
  text.map { String(cString: $0) } ?? ""
}

/// Returns a text in the notation of GLib's variants.
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
