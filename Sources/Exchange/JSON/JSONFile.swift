internal import Notation

/// A file that contains one JSON document, which may be compressed as in Firefox.
enum JSONFile {
  static func read(_ path: String) throws -> JSON {
    do {
      return try JSONParser.parse(bytes(path))
    } catch let error as JSONError {
      throw failure(error, path)
    }
  }

  /// Returns the uncompressed content of a file.
  static func bytes(_ path: String) throws -> [UInt8] {
    let bytes = try FileBytes.all(of: path)
    return bytes.starts(with: FirefoxPack.magic) ? try FirefoxPack.unpacked(bytes, path) : bytes
  }

  static func failure(_ error: JSONError, _ path: String) -> ExchangeError {
    ExchangeError(
      .importFailed,
      error.isTooDeep
        ? "“\(path)” is nested too deeply. The limit is \(JSONParser.deepest) levels."
        : "“\(path)” is damaged: it is not JSON from byte \(error.offset).",
      underlying: error)
  }
}
