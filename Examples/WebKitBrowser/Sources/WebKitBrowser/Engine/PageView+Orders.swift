import CWebKitGTK
import Retrace

/// Performs the commands of the driver.
extension PageView {
  /// Performs a command. The texts of its events are read from the session.
  ///
  /// - Parameter zoom: Returns the zoom that the page at an address will have.
  func carryOut(
    _ command: EngineCommand, _ session: Session, zoom: (String) -> ZoomLevel
  ) throws {
    if case .zoom(let level) = command.order {
      return webkit_web_view_set_zoom_level(view, level.factor)
    }
    reportScroll()
    self.command = command.number
    hasEnded = false
    switch command.order {
    case .create(let entries, let index):
      try take(entries, index: index, session, zoom)
      show(index)
    case .restore(let entries, let index, let keepsPage):
      try take(entries, index: index, session, zoom)
      if keepsPage, url == items[index].url { stay(at: index) } else { show(index) }
    case .load(let event): load(try session.url(of: event))
    case .travel(let id):
      guard let index = items.firstIndex(where: { $0.id == id }) else { return rest() }
      show(index)
    case .reload:
      phase = .asked
      webkit_web_view_reload(view)
      settle()
    case .stop:
      webkit_web_view_stop_loading(view)
      rest()
    case .zoom, .close: break
    }
  }

  private func take(
    _ entries: ContiguousArray<Browser.Entry>, index: Int, _ session: Session,
    _ zoom: (String) -> ZoomLevel
  ) throws {
    let entries = try session.engineEntries(entries)
    setList(
      entries.map { entry in
        let url = entry.page.url ?? "about:blank"
        let item = BackForwardList.NewItem(
          url: url, title: entry.page.title ?? "",
          scroll: entry.scroll.scaled(by: zoom(url)))
        return (item, .entry(entry.content))
      }, index: index)
  }

  /// Loads an item of the list. The start page belongs to the browser, and is loaded only if it
  /// replaces a page.
  private func show(_ index: Int) {
    if items[index].url == Destination.startPage, url.isEmpty { return stay(at: index) }
    phase = .asked
    webkit_web_view_go_to_back_forward_list_item(view, items[index].pointer)
    settle()
  }

  private func stay(at index: Int) {
    shown = items[index].pointer
    rest()
  }

  /// Loads an address. A pending load is stopped first, so that the new entry follows the page
  /// shown.
  private func load(_ url: String) {
    webkit_web_view_stop_loading(view)
    phase = .asked
    webkit_web_view_load_uri(view, StartAddress.engine(url))
  }

  private func rest() {
    phase = .rest
    hasEnded = true
    settle()
  }
}

/// Handles requests of a page other than navigation.
extension PageView {
  /// Handles `decide-policy`. Files that are not pages are downloaded, and links open where the
  /// user requests it.
  func decide(_ decision: OpaquePointer, _ kind: UInt32) -> Bool {
    switch WebKitPolicyDecisionType(kind) {
    case WEBKIT_POLICY_DECISION_TYPE_RESPONSE:
      guard webkit_response_policy_decision_is_mime_type_supported(decision) == 0 else {
        return false
      }
      webkit_policy_decision_download(decision.cast())
      return true
    case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
      let action = webkit_navigation_policy_decision_get_navigation_action(decision)!
      let url = string(webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)))
      destination = StartAddress.model(url)
      let kind = webkit_navigation_action_get_navigation_type(action)
      if let blocked = BlockedAddress(url) {
        webkit_policy_decision_ignore(decision.cast())
        refuse(url, blocked.reason, isClick: kind == WEBKIT_NAVIGATION_TYPE_LINK_CLICKED)
        return true
      }
      guard kind == WEBKIT_NAVIGATION_TYPE_LINK_CLICKED else { return false }
      let button = webkit_navigation_action_get_mouse_button(action)
      let modifiers = webkit_navigation_action_get_modifiers(action)
      let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
      guard button == 2 || isControl else { return false }
      let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
      request(.open(url: url, inBackground: !isShift))
      webkit_policy_decision_ignore(decision.cast())
      return true
    default: return false
    }
  }

  func find(_ words: String, backwards: Bool = false) {
    let controller = webkit_web_view_get_find_controller(view)!
    let options =
      WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE.rawValue | WEBKIT_FIND_OPTIONS_WRAP_AROUND.rawValue
      | (backwards ? WEBKIT_FIND_OPTIONS_BACKWARDS.rawValue : 0)
    webkit_find_controller_search(controller, words, options, guint(Self.matchLimit))
  }

  /// The number of matches up to which WebKit counts.
  static let matchLimit = 1_000

  /// Ends a search and removes its highlights.
  func endFinding() {
    webkit_find_controller_search_finish(webkit_web_view_get_find_controller(view))
    // The last match is selected as well.
    webkit_web_view_execute_editing_command(view, "Unselect")
  }

  /// Ends the process that shows the page, which does not respond.
  func terminate() { webkit_web_view_terminate_web_process(view) }

  /// Takes a picture of the visible page's upper part as a small PNG. The result is nil if there is
  /// no picture.
  func takePicture(width: Int = 280, _ taken: @escaping ([UInt8]?) -> Void) {
    typealias Taking = Callback<(OpaquePointer?) -> Void>
    webkit_web_view_get_snapshot(
      view, WEBKIT_SNAPSHOT_REGION_VISIBLE, WEBKIT_SNAPSHOT_OPTIONS_NONE, nil,
      { source, result, data in
        let texture = webkit_web_view_get_snapshot_finish(source!.cast(), result, nil)
        let address = UInt(bitPattern: texture)
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated { Taking.body(data)(OpaquePointer(bitPattern: address)) }
        Taking.release(data)
      }, Taking.pointer { taken($0.flatMap { smallPNG(of: $0, width: width) }) })
  }
}
