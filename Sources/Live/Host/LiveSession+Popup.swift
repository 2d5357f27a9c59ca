internal import Exchange
internal import Notation

extension LiveSession {
  /// Answers a request of the popup or of a keyboard shortcut, and sends the orders that result.
  func answer(_ message: JSON) throws {
    var members = popup.answer(message) + [("unseen", .integer(Int64(unseenCount)))]
    // A sentence is shown once. “retrace live” lists all of them.
    if hasNewNotice, message["popup"]?.string?.isEmpty == false, let notice = notices.last {
      members.append(("notice", .string(notice)))
      hasNewNotice = false
    }
    if let id = message["popup"]?.string, !id.isEmpty {
      messages.append(
        .object(
          [("kind", .string("answer")), ("popup", .string(id))]
            + (message["number"].map { [("number", $0)] } ?? []) + members))
    }
    try followProfile()
  }

  /// The number of unknown pages at the beginning of the back/forward list in the tab that the user
  /// is looking at.
  private var unseenCount: Int {
    let window = strip.windows.first(where: \.isFocused) ?? strip.windows.first
    return window?.activeTab.flatMap { histories[$0.id] }?.unseenCount ?? 0
  }
}
