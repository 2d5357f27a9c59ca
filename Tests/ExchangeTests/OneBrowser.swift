import Testing

/// Prevents tests from running browsers at the same time, because each browser uses all processors.
struct OneBrowser: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  private static let gate = Gate()

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Self.gate.enter()
    do {
      try await function()
    } catch {
      await Self.gate.leave()
      throw error
    }
    await Self.gate.leave()
  }

  /// Admits tests one at a time, in the order of their requests.
  private actor Gate {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
      guard isTaken else {
        isTaken = true
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == OneBrowser {
  static var oneBrowser: OneBrowser { OneBrowser() }
}
