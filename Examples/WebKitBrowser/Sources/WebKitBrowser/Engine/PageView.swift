import CWebKitGTK
import Retrace

/// The web view of a tab. It performs the commands of the engine's driver, and reports events.
///
/// The content of WebKit's signals is not trusted, because some signals are late and some are
/// missing. Each signal only causes the view to read the complete list, its position, the address
/// and the title.
final class PageView {
  let tab: TabID
  let view: UnsafeMutablePointer<WebKitWebView>
  /// Receives each event, with the newest command that the view has begun to perform.
  var report: (EngineReport.ViewEvent, _ command: Int) -> Void = { _, _ in }
  /// Receives requests of the page for tabs, downloads and full screen.
  var request: (Request) -> Void = { _ in }

  enum Request {
    case open(url: String, inBackground: Bool)
    case fullScreen(Bool)
    case progressed
    /// The page has loaded.
    case rested
    /// A search in the page has found this many matches.
    case found(Int)
    /// The page no longer responds to input, or responds again.
    case responsivenessChanged
    case close
  }

  /// The phase of the current command, or of a navigation by the page.
  enum Phase {
    /// Nothing is pending.
    case rest
    /// WebKit has received the request for a load or travel, but has not begun it.
    case asked
    /// A load has begun, and the previous page is still shown.
    case started
    /// The new page is shown, but still loading.
    case committed
  }

  /// An item of the view's list, with its name in reports.
  struct Item {
    var pointer: OpaquePointer
    var id: EngineItem.ID
    var url: String
    /// The last scroll position, in points of the view.
    var scroll = Session.EngineEntry.Scroll()
  }

  var phase = Phase.rest
  var items: [Item] = []
  /// The item of the page shown, or nil before the first page.
  var shown: OpaquePointer?
  /// The newest command that the view has begun to perform.
  var command: Int
  /// Whether the user has clicked or typed in the page since it was shown.
  private(set) var isActivated = false
  /// The time of the last click or key press in the page, in microseconds of GLib's clock.
  private var lastInput = PageView.longAgo
  private static let longAgo = -10_000_000
  private var ownItems = 0
  /// The destination requested by the page or its server. Meanwhile, WebKit still reports the
  /// previous address.
  var destination: String?
  var hasEnded = false
  /// The site whose load failed because of an untrusted certificate.
  private(set) var untrusted: UntrustedSite?
  /// Whether a page with a secure connection contains parts from an insecure connection.
  private(set) var hasInsecureContent = false
  private var isSettling = false
  private var lastReported: EngineList?
  /// The scroll position of the page, and its position in the model.
  private var scroll = Session.EngineEntry.Scroll()
  private var knownScroll = Session.EngineEntry.Scroll()
  private var scrollReport: UInt32?

  var widget: Widget { Widget(view) }
  var url: String { StartAddress.model(string(webkit_web_view_get_uri(view))) }
  var title: String { string(webkit_web_view_get_title(view)) }
  var zoom: Double { webkit_web_view_get_zoom_level(view) }
  var progress: Double { webkit_web_view_get_estimated_load_progress(view) }
  /// Whether the page's process responds. It stops responding if a script runs endlessly.
  var isResponsive: Bool { webkit_web_view_get_is_web_process_responsive(view) != 0 }
  var isLoading: Bool { webkit_web_view_is_loading(view) != 0 }

  /// Whether the user has just clicked or typed, so that the next event is the user's action.
  /// Returns true only once, because later events are consequences.
  func takeInput() -> Bool {
    defer { lastInput = Self.longAgo }
    return g_get_monotonic_time() - lastInput < 2_000_000
  }

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - session: The cookies, cache and connections, which belong to WebKit.
  ///   - opener: The view whose page opens this view, or nil.
  init(tab: TabID, command: Int, session: OpaquePointer, opener: PageView? = nil) {
    self.tab = tab
    self.command = command
    let content = webkit_user_content_manager_new()!
    view = Self.make(session: session, content: content, opener: opener)
    g_object_ref_sink(view)
    widget.expanding(across: true, down: true)
    watchScrolling(content)
    g_object_unref(content.raw)
    connectSignals()
  }

  private static func make(
    session: OpaquePointer, content: OpaquePointer, opener: PageView?
  ) -> UnsafeMutablePointer<WebKitWebView> {
    let relation: (String, ObjectProperty) =
      opener.map { ("related-view", .object($0.view.raw)) }
      ?? ("network-session", .object(session.raw))
    return makeObject(
      webkit_web_view_get_type(), [("user-content-manager", .object(content.raw)), relation])
  }

  /// Removes the view.
  func close() {
    reportScroll()
    report = { _, _ in }
    request = { _ in }
    if !isResponsive { terminate() }
    webkit_web_view_try_close(view)
    for item in items { g_object_unref(item.pointer.raw) }
    items = []
    g_object_unref(view)
  }

  func tell(_ news: EngineReport.ViewEvent) {
    switch news {
    case .committed(let list, _), .changedInPlace(let list, _), .failed(_, let list),
      .finished(let list):
      lastReported = list
    default: break
    }
    report(news, command)
  }
}

/// Reports from WebKit. The handlers keep this object alive as long as WebKit has the view.
extension PageView {
  private func connectSignals() {
    on(view, "load-changed") { [self] signal in
      loadChanged(WebKitLoadEvent(UInt32(signal.number())))
    }
    onAsked(view, "load-failed") { [self] signal in
      let error: UnsafeMutablePointer<GError> = signal.pointer(2).cast()
      return loadFailed(code: Int(error.pointee.code), string(error.pointee.message))
    }
    onAsked(view, "load-failed-with-tls-errors") { [self] signal in
      untrusted = UntrustedSite(signal)
      return loadFailed(
        code: 0, untrusted?.reason ?? "The site could not prove its identity.")
    }
    on(view, "web-process-terminated") { [self] in tell(.gone) }
    let list = webkit_web_view_get_back_forward_list(view)!
    on(list, "changed") { [self] in settle() }
    on(view, "notify::uri") { [self] in settle() }
    on(view, "notify::is-loading") { [self] in settle() }
    on(view, "notify::title") { [self] in
      settle()
      reportTitle()
    }
    on(view, "notify::estimated-load-progress") { [self] in
      request(.progressed)
    }
    on(view, "close") { [self] in request(.close) }
    onAsked(view, "enter-fullscreen") { [self] _ in
      request(.fullScreen(true))
      return false
    }
    onAsked(view, "leave-fullscreen") { [self] _ in
      request(.fullScreen(false))
      return false
    }
    onAsked(view, "decide-policy") { [self] signal in
      decide(signal.pointer(), UInt32(signal.number(1)))
    }
    widget.onPressed(button: 0) { [self] _ in noteInput() }
    widget.onKeyPressed { [self] _ in
      noteInput()
      return false
    }
    let find = webkit_web_view_get_find_controller(view)!
    on(find, "found-text") { [self] signal in request(.found(signal.number())) }
    on(find, "failed-to-find-text") { [self] in
      // Otherwise WebKit would keep the highlights of the previous search.
      endFinding()
      request(.found(0))
    }
    on(view, "notify::is-web-process-responsive") { [self] in
      Diagnostics.say("\(isResponsive ? "responsive" : "unresponsive") tab=\(tab.rawValue)")
      request(.responsivenessChanged)
    }
    on(view, "insecure-content-detected") { [self] in hasInsecureContent = true }
  }

  private func noteInput() {
    isActivated = true
    lastInput = g_get_monotonic_time()
  }

  private func loadChanged(_ event: WebKitLoadEvent) {
    switch event {
    case WEBKIT_LOAD_STARTED:
      let isByPage = phase != .asked
      reportScroll()
      phase = .started
      hasEnded = false
      untrusted = nil
      tell(.started(url: isByPage ? destination ?? url : url, isByPage: isByPage))
    case WEBKIT_LOAD_REDIRECTED: tell(.redirected(to: destination ?? url))
    case WEBKIT_LOAD_COMMITTED:
      phase = .committed
      scroll = Session.EngineEntry.Scroll()
      knownScroll = scroll
      let wasActivated = isActivated
      isActivated = false
      hasInsecureContent = false
      guard let list = look() else { return }
      tell(.committed(list, hasActivation: wasActivated))
    default:
      // The end of a load that was replaced by another load is ignored.
      guard phase == .started || phase == .committed else { return }
      hasEnded = true
      settle()
    }
  }

  private func loadFailed(code: Int, _ reason: String) -> Bool {
    let wasGivenUp = code == 102 || code == 302
    guard !wasGivenUp, phase == .started || phase == .asked else { return true }
    // The page on which the load began is still shown.
    let list = look()
    let former = shown
    phase = .rest
    guard let list else { return true }
    tell(.failed(reason: reason.isEmpty ? "The page could not be loaded." : reason, list))
    // After a failed travel, WebKit's list is at the page that was not loaded.
    if let former { Loop.after { [weak self] in self?.putRight(at: former) } }
    return true
  }

  /// Reports that an address is not loaded, because WebKit blocks it.
  ///
  /// - Parameter isClick: Whether the user has clicked a link to the address.
  func refuse(_ url: String, _ reason: String, isClick: Bool) {
    let isAsked = phase == .asked
    // Frames and scripts of a page may also request such addresses. In that case the page does not
    // change.
    guard isAsked || isClick else { return }
    let command = command
    Loop.after { [weak self] in
      guard let self, self.command == command, let list = look() else { return }
      let former = shown
      tell(.started(url: url, isByPage: !isAsked))
      phase = .rest
      hasEnded = false
      tell(.failed(reason: reason, list))
      if let former { putRight(at: former) }
    }
  }

  /// Reads the state again after the current signals, because the order of signals varies.
  func settle() {
    guard !isSettling else { return }
    isSettling = true
    Loop.after { [weak self] in
      guard let self else { return }
      isSettling = false
      lookAgain()
    }
  }

  private func lookAgain() {
    if phase == .asked, !isLoading { hasEnded = true }
    guard let list = look() else { return }
    if hasEnded, !isLoading {
      hasEnded = false
      phase = .rest
      tell(.finished(list))
      reportTitle()
      request(.rested)
      // Titles arrive after the end of a load. If there is no title by then, the page has no title.
      Loop.after(milliseconds: 400) { [weak self] in self?.reportTitle(evenIfEmpty: true) }
      return putRight()
    }
    guard phase == .rest || phase == .committed, list != lastReported else { return }
    // If the URLs differ, the page has begun a travel whose destination is not shown yet.
    guard let current = BackForwardList.read(view), current.items[current.index].url == url else {
      return
    }
    tell(.changedInPlace(list, hasActivation: isActivated))
    reportTitle()
  }

  private func reportTitle(evenIfEmpty: Bool = false) {
    let isShown = phase == .rest || phase == .committed && !evenIfEmpty
    guard isShown, evenIfEmpty || !title.isEmpty, url != Destination.startPage,
      let item = items.first(where: { $0.pointer == shown })
    else { return }
    tell(.titled(item.id, title))
  }
}

/// The list.
extension PageView {
  /// Reads the list, names new items, and returns the list with the index of the page shown, or nil
  /// if the list is empty.
  func look() -> EngineList? {
    guard let list = BackForwardList.read(view) else { return nil }
    let former = items
    items = list.items.map { item in
      g_object_ref(item.pointer.raw)
      if let known = former.first(where: { $0.pointer == item.pointer && $0.url == item.url }) {
        return known
      }
      ownItems += 1
      return Item(pointer: item.pointer, id: .own(ownItems), url: item.url)
    }
    for item in former { g_object_unref(item.pointer.raw) }
    let isArriving = phase == .asked || phase == .started
    if !isArriving || !items.contains(where: { $0.pointer == shown }) {
      if !isArriving || shown != nil { shown = items[list.index].pointer }
    }
    let index = items.firstIndex { $0.pointer == shown } ?? list.index
    return EngineList(
      ContiguousArray(items.map { EngineItem($0.id, url: $0.url) }), index: index)
  }

  /// Replaces the list of the view. The items receive the given names.
  func setList(_ new: [(item: BackForwardList.NewItem, id: EngineItem.ID)], index: Int) {
    if !BackForwardList.replace(of: view, by: new.map(\.item), index: index) {
      Diagnostics.say("list-refused tab=\(tab.rawValue)")
    }
    guard let list = BackForwardList.read(view) else { return }
    for item in items { g_object_unref(item.pointer.raw) }
    items = zip(list.items, new).map { item, new in
      g_object_ref(item.pointer.raw)
      return Item(pointer: item.pointer, id: new.id, url: item.url, scroll: new.item.scroll)
    }
  }

  /// Corrects the position of WebKit's list if it is not at the page shown.
  ///
  /// - Parameter former: The item of the page shown, or nil to find it by its address.
  func putRight(at former: OpaquePointer? = nil) {
    guard phase == .rest, look() != nil, let list = BackForwardList.read(view),
      let index = wantedIndex(list, former), index != list.index
    else { return }
    Diagnostics.say("list-moved tab=\(tab.rawValue) from=\(list.index) to=\(index)")
    let former = items
    setList(
      zip(list.items, former).map { item, former in
        (
          BackForwardList.NewItem(url: item.url, title: item.title, scroll: former.scroll),
          former.id
        )
      }, index: index)
    shown = items[index].pointer
    if let list = look() { tell(.finished(list)) }
  }

  private func wantedIndex(
    _ list: (items: [BackForwardList.Item], index: Int), _ former: OpaquePointer?
  ) -> Int? {
    if let known = list.items.firstIndex(where: { $0.pointer == former }) { return known }
    let url = url
    if url.isEmpty || list.items[list.index].url == url { return list.index }
    return list.items.lastIndex { $0.url == url }
  }
}

/// Scrolling.
extension PageView {
  /// Reports the scroll position, by a script in an isolated world that pages cannot see.
  private func watchScrolling(_ content: OpaquePointer) {
    let source = """
      let waiting = 0;
      const say = () => window.webkit.messageHandlers.place.postMessage(
        Math.round(scrollX) + ' ' + Math.round(scrollY));
      addEventListener('scroll', () => {
        clearTimeout(waiting);
        waiting = setTimeout(say, 150);
      }, {passive: true});
      addEventListener('pagehide', say);
      """
    let script = webkit_user_script_new_for_world(
      source, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
      "retrace", nil, nil)
    webkit_user_content_manager_add_script(content, script)
    webkit_user_script_unref(script)
    _ = webkit_user_content_manager_register_script_message_handler(content, "place", "retrace")
    on(content, "script-message-received::place") { [self] signal in
      let text = jsc_value_to_string(signal.pointer())!
      defer { g_free(text) }
      let numbers = String(cString: text).split(separator: " ").compactMap { Int32($0) }
      guard numbers.count == 2 else { return }
      noteScroll(numbers[0], numbers[1])
    }
  }

  private func noteScroll(_ x: Int32, _ y: Int32) {
    guard phase == .rest || phase == .committed else { return }
    scroll = Session.EngineEntry.Scroll(x: x, y: y)
    if let scrollReport { Loop.cancel(scrollReport) }
    // The position is reported after this delay. If the program is then killed, the position is
    // restored.
    scrollReport = Loop.after(milliseconds: 700) { [weak self] in
      self?.scrollReport = nil
      self?.reportScroll()
    }
  }

  /// Reports the last scroll position once.
  func reportScroll() {
    if let scrollReport { Loop.cancel(scrollReport) }
    scrollReport = nil
    guard scroll != knownScroll, let place = items.firstIndex(where: { $0.pointer == shown }) else {
      return
    }
    knownScroll = scroll
    let level = ZoomLevel(hundredths: UInt16(clamping: Int((zoom * 10_000).rounded())))
    items[place].scroll = scroll.scaled(by: level)
    tell(.scrolled(items[place].id, x: scroll.x, y: scroll.y))
  }
}
