internal import BrowserModel
internal import Store
internal import Timeline

/// What `whatif` shows.
extension Shell {
  /// What would differ without some actions; with a command, what that would show.
  func suppose(
    without events: [EventID], command: String?
  ) throws(CommandFailure) -> Answer {
    guard !events.isEmpty else {
      throw CommandFailure(
        UsageError(.missingArgument, "“whatif” needs --skip and an event: whatif --skip #12"))
    }
    var batches: Set<EventID> = []
    for event in events { batches.insert(try batch(of: .id(Int64(event.rawValue)))) }
    let browser: Browser
    do throws(StoreFailure) {
      browser = try store.whatIf(skipping: events)
    } catch {
      throw CommandFailure(error)
    }
    guard let command else {
      return try differenceAnswer(from: store.browser, to: browser)
    }
    var supposing = self
    supposing.past = Moment(store.timeline, supposing: browser, without: batches)
    supposing.past?.time = try time(of: store.timeline.position, on: store.timeline.lineage)
    return try supposing.answer(command)
  }

  /// The answer of a command that looks only.
  private mutating func answer(_ line: String) throws(CommandFailure) -> Answer {
    do throws(UsageError) {
      let commands: [[Word]]
      do throws(OpenQuote) { commands = try Words.split(line) } catch { throw UsageError(error) }
      guard let words = commands.first, commands.count == 1, !words.isEmpty else {
        throw UsageError(.badValue, "“whatif” runs one command")
      }
      switch try Catalogue.table.read(words) {
      case .run(let command, let arguments):
        let isShown = ![.steers, .needsNoProfile].contains(command.declaration.effect)
        let answer = isShown ? command.run(&self, arguments) : nil
        guard let answer, answer.script == nil else {
          throw UsageError(.badValue, "“whatif” runs a command that shows something")
        }
        return answer
      case .help(let topic): return helpAnswer(topic)
      }
    } catch {
      throw CommandFailure(error)
    }
  }
}
