/// A requirement that a storage does not fulfil.
public struct StorageCheckError: Error, CustomStringConvertible {
  /// The difference between the expected and the actual behaviour.
  public let description: String

  init(_ description: String) { self.description = description }
}
