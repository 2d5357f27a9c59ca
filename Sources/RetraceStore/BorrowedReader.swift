package import RetraceEventLog

/// A reader that is lent while a closure runs, for values that are kept meanwhile: a `Reader` cannot
/// be copied, and cannot be kept in a class.
///
/// Who gets one does not keep it after the closure of ``withReader(_:_:)``.
@safe package struct BorrowedReader {
  private let pointer: UnsafePointer<Reader>

  /// Lends a reader to a closure.
  package static func withReader<Value, Failure: Error>(
    _ reader: borrowing Reader, _ body: (BorrowedReader) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try unsafe withUnsafePointer(to: reader) { (pointer) throws(Failure) in
      unsafe try body(BorrowedReader(pointer: pointer))
    }
  }

  /// The reader.
  package var reader: Reader {
    _read { yield unsafe pointer.pointee }
  }
}
