import CWebKitGTK
import Retrace

/// The field for addresses and searches. It always shows an address that leads back to the page.
final class AddressField {
  let widget: Widget
  /// The label below the field with the reason why an address was rejected.
  let refusal = Widget.label(class: "refusal", wraps: true)
  private let entry: Widget
  private let star: Widget
  private let zoom: Widget
  private let list: Widget
  private var popover: Widget!
  private unowned let window: BrowserWindow

  /// The text of the field according to the model.
  private var address = ""
  private var tab: TabID?
  private var isEdited = false { didSet { if isEdited != oldValue { showSign() } } }
  private var security = Security.none
  private var isFilling = false
  private var offered: [Suggestion] = []

  struct Suggestion {
    var title: String
    var url: String
    /// The open tab that shows the page, or nil.
    var tab: TabID?
  }

  init(_ window: BrowserWindow) {
    self.window = window
    var submit: () -> Void = {}
    var choose: (Int) -> Void = { _ in }
    entry = .entry("Search or enter an address") { _ in submit() }
    entry.expanding()
    entry.limitedEntry(to: 200)
    star = .button(icon: "non-starred-symbolic", "Bookmark this page (Ctrl+D)") {
      window.run("bookmark")
    }
    zoom = .button("100 %", class: "flat") { window.run("why-zoom") }
    list = .list("Suggestions") { choose($0) }
    widget = .row([entry, zoom, star], class: "address").expanding()
    popover = .popover(of: entry, list, takesFocus: false)
    popover.set(class: "suggestions")
    refusal.isVisible = false
    submit = { [unowned self] in self.submit() }
    choose = { [unowned self] in self.choose($0) }
    connectSignals()
  }

  private func connectSignals() {
    on(entry, "changed") { [unowned self] in edited() }
    on(entry, "icon-press") { [unowned self] in
      if let sentence = security.sentence, !isEdited { window.say(sentence) }
    }
    entry.onKeyPressed { [unowned self] key in pressed(key) }
    entry.onFocus { [unowned self] isFocused in
      if isFocused { window.after { [entry] in entry.selectText() } } else { popover.popDown() }
    }
  }

  func focus() {
    entry.focus()
    entry.selectText()
  }

  /// Shows the address of a tab. Typed text is preserved until another tab is shown.
  func show(
    _ tab: Session.Tab, address: String, zoom level: ZoomLevel, security: Security,
    isBookmarked: Bool
  ) {
    let isOther = tab.id != self.tab
    if isOther || address != self.address { isEdited = isEdited && !isOther && entry.hasFocus }
    self.tab = tab.id
    self.address = address
    if !isEdited { fill(address) }
    if isOther { refuse(nil) }
    zoom.isVisible = level != .actual
    gtk_button_set_label(zoom.cast(), level.percentText)
    zoom.setName("Zoom \(level.percentText): why?")
    star.setIcon(isBookmarked ? "starred-symbolic" : "non-starred-symbolic")
    star.setName(isBookmarked ? "Remove the bookmark (Ctrl+D)" : "Bookmark this page (Ctrl+D)")
    star.isVisible = address != "" && tab.status != .failed
    self.security = security
    showSign()
  }

  private func showSign() {
    let icon = isEdited || address.isEmpty ? "system-search-symbolic" : security.icon
    gtk_entry_set_icon_from_icon_name(entry.cast(), GTK_ENTRY_ICON_PRIMARY, icon)
    let sentence = isEdited ? nil : security.sentence
    gtk_entry_set_icon_tooltip_text(entry.cast(), GTK_ENTRY_ICON_PRIMARY, sentence)
    gtk_entry_set_icon_activatable(entry.cast(), GTK_ENTRY_ICON_PRIMARY, sentence == nil ? 0 : 1)
    entry.set(class: "insecure", icon == Security.insecure.icon)
  }

  var isFocused: Bool { entry.hasFocus }

  func refuse(_ sentence: String?) {
    if let sentence { Diagnostics.say("refused \(sentence)") }
    refusal.label = sentence ?? ""
    refusal.isVisible = sentence != nil
    entry.set(class: "error", sentence != nil)
  }

  private func fill(_ text: String) {
    isFilling = true
    entry.text = text
    isFilling = false
  }

  private func edited() {
    guard !isFilling else { return }
    isEdited = entry.text != address
    refuse(nil)
    offer(isEdited ? window.suggestions(for: entry.text) : [])
  }

  private func offer(_ suggestions: [Suggestion]) {
    offered = suggestions
    let limit = max(16, entry.width / 16)
    list.setRows(
      suggestions.map { suggestion in
        let kind = suggestion.tab == nil ? suggestion.url.shortened : "Switch to tab"
        return .row(
          [
            .label(suggestion.title, class: "title", limit: limit),
            .label(kind, class: "dim-label", limit: 12).expanding(),
          ],
          spacing: 10)
      })
    list.selectedRow = nil
    guard !suggestions.isEmpty, entry.hasFocus else { return popover.popDown() }
    list.sized(entry.width - 20)
    popover.popUp()
  }

  private func pressed(_ key: Key) -> Bool {
    switch key {
    case .escape:
      restore()
      return true
    case .down, .up:
      guard !offered.isEmpty else { return false }
      let next = (list.selectedRow ?? (key == .down ? -1 : offered.count)) + (key == .down ? 1 : -1)
      list.selectedRow = offered.indices.contains(next) ? next : nil
      return true
    default: return false
    }
  }

  /// Restores the address of the page shown.
  private func restore() {
    popover.popDown()
    isEdited = false
    refuse(nil)
    fill(address)
    window.focusPage()
  }

  private func choose(_ place: Int) {
    let suggestion = offered[place]
    popover.popDown()
    isEdited = false
    if let tab = suggestion.tab, tab != self.tab {
      fill(address)
      window.perform(.select(tab))
      return window.focusPage()
    }
    go(suggestion.url)
  }

  private func submit() {
    if let place = list.selectedRow, offered.indices.contains(place) { return choose(place) }
    popover.popDown()
    go(entry.text)
  }

  private func go(_ text: String) {
    guard !text.isEmpty else { return restore() }
    if text == address {
      isEdited = false
      window.run("reload")
      return window.focusPage()
    }
    if let sentence = window.go(text) { return refuse(sentence) }
    isEdited = false
    refuse(nil)
    window.focusPage()
  }
}
