internal import BrowserModel
internal import RetraceSessions
internal import RetraceStore

/// The isolation domain of a model's store. All waiting for the disk happens here.
actor StoreActor {
  private let store: Store
  private var moments: MomentList
  /// The number of the newest content that was read.
  private var number = 1

  /// The maximum number of moments that a model lists.
  static let momentLimit = 1_000

  init(_ store: sending Store, _ moments: MomentList) {
    self.store = store
    self.moments = moments
  }

  /// Opens a profile, and reads its content. Runs outside all actors.
  @concurrent static func open(
    profile directory: String
  ) async throws -> (StoreActor, StoreContent) {
    let store = try Store(profile: directory)
    var moments = MomentList(limit: momentLimit)
    let content = try StoreContent(of: store, &moments, number: 1)
    return (StoreActor(store, moments), content)
  }

  /// Runs a closure, and reads the content afterwards, even if the closure throws.
  ///
  /// - Returns: The result of the closure, and the content, or nil if the log cannot be read.
  func run<Value: Sendable>(
    _ body: @Sendable (Store) throws -> Value
  ) -> (Result<Value, any Error>, StoreContent?) {
    (Result { try body(store) }, try? content())
  }

  /// Calls a closure with the content after each change, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - event: The newest event that the caller knows.
  ///   - body: Receives each content.
  /// - Throws: `LogError` if the log cannot be read or watched.
  func observe(
    since event: EventID, _ body: @Sendable (StoreContent) async -> Void
  ) async throws {
    for try await _ in store.changes(since: event) { await body(try content()) }
  }

  private func content() throws -> StoreContent {
    number += 1
    return try StoreContent(of: store, &moments, number: number)
  }
}
