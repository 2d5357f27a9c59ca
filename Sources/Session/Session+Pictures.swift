public import BrowserModel
internal import EventLog

extension Session {
  /// The largest picture that is kept, in bytes.
  public static let largestPictureBytes = 4 << 20

  /// Keeps a picture of what a tab shows. In a private tab it stays in memory, as a name alone.
  ///
  /// The same picture is stored once, under the hash of its bytes.
  public func reportPicture(
    _ tab: Sequence, _ bytes: [UInt8], by origin: Origin = Origin(.engine)
  ) throws(SessionFailure) -> Performed {
    let hash = ContentHash.of(bytes)
    if !tab.isPrivate {
      do throws(LogFailure) {
        try log.write { (writer) throws(LogFailure) in try writer.putBlob(hash.bytes, bytes) }
      } catch {
        throw .log(error)
      }
    }
    return try perform(.reportPicture(tab, blob: hash.digits), by: origin)
  }
}
