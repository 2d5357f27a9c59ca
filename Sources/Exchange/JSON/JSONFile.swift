/// A file with one JSON document, packed as Firefox does or plain.
enum JSONFile {
  static func read(_ path: String) throws -> JSON {
    var bytes = try FileBytes.all(of: path)
    if bytes.starts(with: FirefoxPack.magic) { bytes = try FirefoxPack.unpacked(bytes, path) }
    do throws(JSONParser.Fault) {
      return try JSONParser.parse(bytes)
    } catch {
      throw ImportFailure("“\(path)” is damaged: it is no JSON from byte \(error.offset) on.")
    }
  }
}
