import BrowserModel
import EventCoding
import RetraceTimeline

/// Events in sentences.
extension OpenLog {
  /// Writes the events in a range.
  func listEvents(from first: EventID, through last: EventID) {
    var found: [EventDescription] = []
    events.visitEvents(
      from: first, through: last, backwards: false, damaged: { _ in },
      { event, words in
        found.append(EventDescription(copy event, words))
        return true
      })
    list(found)
  }

  /// Writes the events that explain the present state of a subject, oldest first.
  func listReasons(of subject: Subject) {
    var found: [EventDescription] = []
    timeline.visitFoldedEvents(events, from: subject.made.ifExists) { event, words in
      let about = event.subject
      if about == subject || about?.tab.map({ .tab($0) == subject }) ?? false {
        found.append(EventDescription(copy event, words))
      }
      return true
    }
    list(found)
  }

  private func list(_ found: [EventDescription]) {
    for description in found {
      let event = description.event
      answer.number(event.sequence)
      answer.number(event.batch)
      answer.time(event.milliseconds)
      answer.time(event.occurredMilliseconds)
      answer.number(event.cause)
      answer.number(event.branch)
      answer.number(event.subject?.tab)
      var flags = Int32(event.actor.rawValue) << 8
      if timeline.undoneBatches.contains(event.batch) { flags |= 1 }
      if event.isRedacted { flags |= 2 }
      answer.number(flags)
      answer.text(description.kind)
      answer.text(description.agent)
      answer.text(description.name)
      answer.text(description.sentence(calling: name(of: event.subject, at: event.sequence)))
    }
  }

  /// Returns the name of the tab that an event is about, at the moment of the event, or `it` for
  /// another subject.
  private func name(of subject: Subject?, at event: EventID) -> String {
    guard let id = subject?.tab else { return "it" }
    shown.step(to: .after(event), of: timeline, events)
    guard let tab = tab(id) else { return "a tab" }
    let title = shown.browser.title(of: tab, text: events)
    if !title.isEmpty { return title }
    let url = shown.browser.url(of: tab, text: events)
    return Destination.isStartPage(url) ? "the start page" : url
  }
}
