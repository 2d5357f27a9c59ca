import BrowserModel
import CWebKitGTK
import Retrace
import RetraceStore
import RetraceTimeline

/// The button with the number of proposals that wait for an answer. It opens a list in which the
/// user approves or declines them.
final class ProposalList {
  let button: Widget
  private let count = Widget.label()
  private unowned let window: BrowserWindow
  private var waiting: [Proposal] = []
  private var shownAt: EventID?
  private var popover: Widget?
  /// The timer that updates the number when a proposal expires.
  private var timer: UInt32?

  private static let sentenceLimit = 8

  init(_ window: BrowserWindow) {
    self.window = window
    button = .button(
      around: .row([.icon("mail-unread-symbolic"), count], spacing: 4), "Proposals"
    ) { window.run("proposals") }
    button.isVisible = false
  }

  /// Updates the number of proposals if the log has grown.
  func show() {
    let position = window.profile.store.timeline.position
    guard !window.isPrivate, shownAt != position else { return }
    shownAt = position
    update()
  }

  private func update() {
    let store = window.profile.store
    let former = waiting.count
    waiting = (window.profile.attempt(try store.proposals()) ?? []).filter {
      $0.state == .waiting && $0.target == store.timeline.lineage.branch
    }
    updateLater()
    guard waiting.count != former else { return }
    count.label = "\(waiting.count)"
    button.setName(
      waiting.count == 1 ? "1 proposal (Ctrl+Shift+A)" : "\(waiting.count) proposals (Ctrl+Shift+A)"
    )
    button.isVisible = !waiting.isEmpty
    Diagnostics.say("proposals \(waiting.count)")
  }

  /// Updates the number again when the next proposal expires, or after an hour.
  private func updateLater() {
    if let timer { Loop.cancel(timer) }
    timer = nil
    guard let expires = waiting.map(\.expires).min() else { return }
    let left = expires - Int64(g_get_real_time() / 1_000)
    timer = Loop.after(milliseconds: Int(min(max(left, 0), 3_600_000))) { [weak self] in
      self?.timer = nil
      self?.update()
    }
  }

  /// Opens the list.
  func open() {
    guard !waiting.isEmpty else { return window.say("No proposal waits for an answer.") }
    let rows = waiting.map { row(of: $0) }
    popover = .openPopover(
      on: button, .column(rows.map(\.widget), spacing: 16, class: "form"))
    rows[0].button.focus()
    Diagnostics.say("proposals open")
  }

  /// Returns the row of a proposal, and its first button.
  private func row(of proposal: Proposal) -> (widget: Widget, button: Widget) {
    let author = proposal.agent ?? "you"
    var texts = [Widget.label("“\(proposal.name)” by \(author)", class: "title")]
    if !proposal.words.isEmpty { texts.append(.label(proposal.words, wraps: true)) }
    var buttons: [Widget] = []
    do {
      let store = window.profile.store
      let preview = try store.previewOfApproving(proposal.id)
      texts += try sentences(of: preview).map { .label($0, class: "faint", wraps: true) }
      buttons.append(
        .button("Approve", class: "suggested-action") { [unowned self] in
          answer {
            try store.approve(
              proposal.id, digest: preview.digest, by: Origin(.user, via: .button))
          }
        })
    } catch {
      texts.append(.label("\(error)", wraps: true))
    }
    buttons.append(
      .button("Decline") { [unowned self] in
        answer {
          try window.profile.store.decline(proposal.id, by: Origin(.user, via: .button))
        }
      })
    return (.column(texts + [.row(buttons, spacing: 8)], spacing: 6), buttons[0])
  }

  private func answer(_ body: () throws -> Void) {
    popover?.popDown()
    popover = nil
    window.profile.attempt(try body())
    window.profile.changed()
  }

  /// Returns a sentence for each change of a preview that users recognise, and the number of other
  /// changes.
  private func sentences(of preview: ProposalPreview) throws -> [String] {
    try window.profile.store.read { words in
      var sentences: [String] = []
      var others = 0
      for change in preview.present.changes(to: preview.state) {
        // A closed tab already has a sentence.
        if case .closed = change { continue }
        if let sentence = sentence(of: change, preview, words) {
          sentences.append(sentence)
        } else {
          others += 1
        }
      }
      if sentences.count > Self.sentenceLimit {
        others += sentences.count - Self.sentenceLimit
        sentences.removeLast(sentences.count - Self.sentenceLimit)
      }
      if others > 0 { sentences.append(others == 1 ? "1 other change" : "\(others) other changes") }
      let left = preview.conflicts.count
      if left > 0 {
        sentences.append(
          left == 1
            ? "1 change conflicts with yours, and is left out."
            : "\(left) changes conflict with yours, and are left out.")
      }
      return sentences
    }
  }

  private func sentence(
    of change: Change, _ preview: ProposalPreview, _ words: LogText
  ) -> String? {
    func title(_ id: TabID) -> String {
      for browser in [preview.state.browser, preview.present.browser] {
        guard let tab = browser.tab(id) else { continue }
        let title = browser.title(of: tab, text: words)
        return "“\(title.isEmpty ? browser.url(of: tab, text: words).shortened : title)”"
      }
      return "a tab"
    }
    switch change {
    case .tab(let id, .opened): return "Opens \(title(id))"
    case .tab(let id, .closed): return "Closes \(title(id))"
    case .tab(let id, .moved): return "Moves \(title(id))"
    case .tab(let id, .pinned(let isPinned)):
      return "\(isPinned ? "Pins" : "Unpins") \(title(id))"
    case .tab(let id, .muted(let isMuted)): return "\(isMuted ? "Mutes" : "Unmutes") \(title(id))"
    case .tab(let id, .grouped(_, let group)):
      guard let group = preview.state.browser.group(group) else {
        return "Removes \(title(id)) from its group"
      }
      let name = preview.state.browser.title(of: group, text: words)
      return "Adds \(title(id)) to \(name.isEmpty ? "a group" : "the group “\(name)”")"
    case .tab(let id, .current): return "Goes to another page in \(title(id))"
    case .bookmark(let id, .added):
      let bookmark = preview.state.library.bookmarks[id]
      return "Adds the bookmark “\(bookmark.flatMap { words.text(.title, of: $0.title) } ?? "")”"
    default: return nil
    }
  }
}
