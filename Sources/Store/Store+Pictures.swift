public import BrowserModel
internal import EventLog

extension Store {
  /// The largest picture that is kept, in bytes.
  public static let largestPictureBytes = 4 << 20

  /// Keeps a picture of what a tab shows. In a private tab it stays in memory, as a name alone.
  ///
  /// The same picture is stored once, under the hash of its bytes, together with the event. One of
  /// more than ``largestPictureBytes`` is refused.
  @discardableResult
  public func reportPicture(
    _ tab: EventID, _ bytes: [UInt8], by origin: Origin = Origin(.engine)
  ) throws(StoreFailure) -> Commit {
    guard bytes.count <= Self.largestPictureBytes else {
      throw .refused(Refusal(.tooLong, "That picture is too large: at most 4 MiB can be kept."))
    }
    let hash = ContentHash.of(bytes)
    return try perform(.reportPicture(tab, blob: hash.digits), by: origin) {
      (writer) throws(LogFailure) in try writer.putBlob(hash.bytes, bytes)
    }
  }
}
