package import RetraceEventLog

/// A reader that is borrowed while a closure runs. Unlike a `Reader`, which cannot be copied or
/// stored in a class, a borrowed reader can be stored in values during that time.
///
/// A borrowed reader must not be used after the closure of ``withReader(_:_:)`` has returned.
@safe package struct BorrowedReader {
  private let pointer: UnsafePointer<Reader>

  /// Calls a closure with a borrowed reader.
  package static func withReader<Value>(
    _ reader: borrowing Reader, _ body: (BorrowedReader) throws -> Value
  ) rethrows -> Value {
    try unsafe withUnsafePointer(to: reader) { pointer in
      unsafe try body(BorrowedReader(pointer: pointer))
    }
  }

  /// The reader.
  package var reader: Reader {
    _read { yield unsafe pointer.pointee }
  }
}
