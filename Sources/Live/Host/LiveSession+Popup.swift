internal import Exchange
internal import Notation

extension LiveSession {
  /// Answers a request of the popup or of a keyboard shortcut, and sends the orders that result.
  func answer(_ message: JSON) throws {
    if message["question"]?.string == "inspect" {
      inspectorRequest = message
      return
    }
    var members = popup.answer(message)
    // A sentence is shown once. “retrace live” lists all of them.
    if hasNewNotice, message["popup"]?.string?.isEmpty == false, let notice = notices.last {
      members.append(("notice", .string(notice)))
      hasNewNotice = false
    }
    reply(to: message, with: members)
    try followProfile()
  }

  /// Sends an answer to the popup. A keyboard shortcut receives no answer.
  func reply(to message: JSON, with members: [(name: String, value: JSON)]) {
    guard let id = message["popup"]?.string, !id.isEmpty else { return }
    let number = message["number"].map { [(name: "number", value: $0)] } ?? []
    messages.append(
      .object(
        [("kind", .string("answer")), ("popup", .string(id))] + number + members
          + [("unseen", .integer(Int64(unseenCount)))]))
  }

  /// Lets the extension open the page of the inspector. The page is not recorded.
  func openInspector(at address: String, for request: JSON) {
    mask.inspectors.insert(String(address.prefix { $0 != "?" }))
    reply(to: request, with: [("inspector", .string(address))])
  }

  /// The number of unknown pages at the beginning of the back/forward list in the tab that the user
  /// is looking at.
  private var unseenCount: Int {
    let window = strip.windows.first(where: \.isFocused) ?? strip.windows.first
    return window?.activeTab.flatMap { histories[$0.id] }?.unseenCount ?? 0
  }
}
