extension Transaction {
  private static let superseded = Array(Metadata.superseded.utf8)

  /// Whether a compaction has put another environment in the place of this one.
  func isSuperseded() throws(LogFailure) -> Bool {
    if isUntouched { return false }
    let key = Self.superseded
    return unsafe try key.span.bytes.withUnsafeBytes { (key) throws(LogFailure) in
      unsafe try has(environment.tables.meta, key)
    }
  }

  func blob(_ hash: [UInt8]) throws(LogFailure) -> [UInt8]? {
    try bytes(environment.tables.blobs, hash)
  }

  func putBlob(_ hash: [UInt8], _ bytes: [UInt8]?) throws(LogFailure) {
    try put(environment.tables.blobs, hash, bytes)
  }

  func bytes(_ table: UInt32, _ key: [UInt8]) throws(LogFailure) -> [UInt8]? {
    let result: Result<[UInt8], Never>? = unsafe try key.span.bytes.withUnsafeBytes {
      (key) throws(LogFailure) in
      unsafe try withValue(table, key) { span in
        unsafe span.withUnsafeBytes { unsafe Array($0) }
      }
    }
    return result?.get()
  }

  func put(_ table: UInt32, _ key: [UInt8], _ bytes: [UInt8]?) throws(LogFailure) {
    unsafe try key.span.bytes.withUnsafeBytes { (key) throws(LogFailure) in
      guard let bytes else { return unsafe try remove(table, key) }
      unsafe try bytes.span.bytes.withUnsafeBytes { (bytes) throws(LogFailure) in
        unsafe try put(table, key, bytes)
      }
    }
  }
}
