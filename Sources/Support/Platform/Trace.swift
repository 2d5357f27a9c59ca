/// Diagnostic lines on standard error, selected by the environment variable `RETRACE_TRACE`.
///
/// The value lists topics, separated by commas: `RETRACE_TRACE=log,sync,server`. A line consists of
/// names that the program itself defines and of numbers, such as `retrace: log commit txn=12 rows=3
/// us=812`. It never contains an address, a title, a key or other content.
package enum Trace {
  /// The topics that can be traced.
  package enum Topic: String, CaseIterable, Sendable {
    /// The transactions and return codes of LMDB.
    case log
    /// The messages that devices exchange.
    case sync
    /// The requests to the server.
    case server
  }

  private static let topics = Set(
    (ProcessContext.variable("RETRACE_TRACE") ?? "").split(separator: ",")
      .compactMap { Topic(rawValue: String($0)) })

  private static let hasTopics = !topics.isEmpty

  /// Whether lines about a topic are printed.
  package static func isOn(_ topic: Topic) -> Bool { hasTopics && topics.contains(topic) }

  /// Returns the current time if a topic is traced, to measure a duration.
  package static func start(_ topic: Topic) -> ContinuousClock.Instant? {
    isOn(topic) ? .now : nil
  }

  /// Prints a line if its topic is traced.
  ///
  /// - Parameters:
  ///   - topic: The topic.
  ///   - event: The event.
  ///   - name: A name from the source code that describes the event in more detail, or an empty
  ///     string.
  ///   - start: The start of the event, or nil. If it is not nil, the duration is printed in
  ///     microseconds.
  ///   - numbers: Numbers with their names.
  package static func write(
    _ topic: Topic, _ event: StaticString, of name: @autoclosure () -> String = "",
    since start: ContinuousClock.Instant? = nil,
    _ numbers: @autoclosure () -> KeyValuePairs<StaticString, Int> = [:]
  ) {
    guard isOn(topic) else { return }
    var line = "retrace: \(topic.rawValue) \(event)"
    let detail = name()
    if !detail.isEmpty { line += " \(detail)" }
    for (key, number) in numbers() { line += " \(key)=\(number)" }
    if let start {
      let elapsed = start.duration(to: .now).components
      line += " us=\(elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000)"
    }
    // The line is written with one call, so that lines of several programs are not mixed. An error
    // cannot be reported anywhere.
    try? FileDescriptor.writeAll(2, Array((line + "\n").utf8))
  }
}
