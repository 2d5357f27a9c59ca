internal import Catalogue
internal import Platform

/// The results of a thread's calls, which are texts and the failure of the last call. They are
/// valid until the thread makes another call or ends.
@safe final class ThreadResults {
  /// The failure of the last call, or nil if it succeeded.
  var failure: CommandError?
  private let delivered = ReusableBuffer()
  private let message = ReusableBuffer()
  private let reason = ReusableBuffer()
  private let version = ReusableBuffer()

  /// The results of the current thread.
  static var current: ThreadResults {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<ThreadResults>.fromOpaque(known).takeUnretainedValue()
    }
    let new = ThreadResults()
    let code = unsafe pthread_setspecific(key, Unmanaged.passRetained(new).toOpaque())
    precondition(code == 0, "The system must be able to store a pointer for a thread.")
    return new
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = unsafe pthread_key_create(&key) { words in
      if let words = unsafe words { unsafe Unmanaged<ThreadResults>.fromOpaque(words).release() }
    }
    precondition(code == 0, "The process must be able to create another key for thread data.")
    return key
  }()

  /// The kinds of text that are stored separately, so that other results do not replace them.
  enum Lasting { case message, reason, version }

  /// Stores a text of a kind and returns it as a C string.
  func kept(_ text: String, as kind: Lasting) -> UnsafePointer<CChar> {
    let place =
      switch kind {
      case .message: message
      case .reason: reason
      case .version: version
      }
    return unsafe place.keep(Array(text.utf8))
  }

  /// Stores a text until the next call and returns its address.
  func deliver(_ bytes: [UInt8]) -> UnsafePointer<CChar> { unsafe delivered.keep(bytes) }

  /// Stores an array of records and their texts until the next call, and returns the address of the
  /// array.
  ///
  /// - Parameters:
  ///   - texts: Returns the texts of an item.
  ///   - record: Creates the record of an item from its stored texts, which are in the order of
  ///     `texts`.
  func deliver<Item, Record>(
    _ items: [Item], texts: (Item) -> [String?],
    record: (Item, [KeptText]) -> Record
  ) -> UnsafePointer<Record> {
    let all = items.map(texts)
    let records = items.count * MemoryLayout<Record>.stride
    let bytes = all.joined().reduce(0) { $0 + ($1.map { $0.utf8.count + 1 } ?? 0) }
    let start = unsafe delivered.reserve(max(records + bytes, 1))
    let first = unsafe start.bindMemory(to: Record.self, capacity: items.count)
    var end = unsafe start + records
    for (index, item) in items.enumerated() {
      let kept = all[index].map { unsafe KeptText($0, at: &end) }
      unsafe (first + index).initialize(to: record(item, kept))
    }
    return unsafe UnsafePointer(first)
  }
}
