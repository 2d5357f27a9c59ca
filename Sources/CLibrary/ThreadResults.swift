internal import Catalogue
internal import Platform

/// The results of a thread's calls: texts, and the reason why the last call failed. They are valid
/// until the thread's next call or its end.
@safe final class ThreadResults {
  /// The failure of the last call, or nil if it succeeded.
  var failure: CommandError?
  private let given = ReusableBuffer()
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
    precondition(code == 0, "A thread has room for a pointer.")
    return new
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = unsafe pthread_key_create(&key) { words in
      if let words = unsafe words { unsafe Unmanaged<ThreadResults>.fromOpaque(words).release() }
    }
    precondition(code == 0, "The process has room for another key.")
    return key
  }()

  /// Texts that other calls do not replace.
  enum Lasting { case message, reason, version }

  /// Returns a text of this kind as a C string.
  func kept(_ text: String, as kind: Lasting) -> UnsafePointer<CChar> {
    let place =
      switch kind {
      case .message: message
      case .reason: reason
      case .version: version
      }
    return unsafe place.keep(Array(text.utf8))
  }

  /// Stores a text until the next call.
  func give(_ bytes: [UInt8]) -> UnsafePointer<CChar> { unsafe given.keep(bytes) }

  /// Stores an array of records and their texts until the next call.
  ///
  /// - Parameters:
  ///   - texts: The texts of an item.
  ///   - record: Creates the record of an item from its stored texts, in their order.
  func give<Item, Record>(
    _ items: [Item], texts: (Item) -> [String?],
    record: (Item, [KeptText]) -> Record
  ) -> UnsafePointer<Record> {
    let all = items.map(texts)
    let records = items.count * MemoryLayout<Record>.stride
    let bytes = all.joined().reduce(0) { $0 + ($1.map { $0.utf8.count + 1 } ?? 0) }
    let start = unsafe given.reserve(max(records + bytes, 1))
    let first = unsafe start.bindMemory(to: Record.self, capacity: items.count)
    var end = unsafe start + records
    for (index, item) in items.enumerated() {
      let kept = all[index].map { unsafe KeptText($0, at: &end) }
      unsafe (first + index).initialize(to: record(item, kept))
    }
    return unsafe UnsafePointer(first)
  }
}
