import CWebKitGTK
import Retrace
import RetraceTimeline

/// The open tabs of the profile's other devices, as last received. A click opens the tab on this
/// device, with its Back and Forward list.
final class OtherDevices {
  let widget = Widget.column(spacing: 2, class: "devices")
  private static let tabLimit = 12
  private unowned let window: BrowserWindow
  private var shownAt: EventID?

  init(_ window: BrowserWindow) {
    self.window = window
    widget.aligned(across: GTK_ALIGN_CENTER)
  }

  func show() {
    let store = window.profile.store
    // The tabs of other devices are computed from the first event on, so only if they may have
    // changed.
    guard !window.isPrivate, shownAt != store.timeline.position else { return }
    shownAt = store.timeline.position
    widget.removeAll()
    for device in store.timeline.devices where !device.isThis {
      let session = window.profile.attempt(try store.session(ofDevice: device.number)) ?? nil
      if let session { show(session, named: name(of: device, in: store)) }
    }
  }

  private func name(of device: Device, in store: Store) -> String {
    let name = try? store.read { $0.text(.name, of: device.named) }
    return (name ?? nil) ?? "device \(device.number)"
  }

  private func show(_ session: Session, named name: String) {
    // The most recently used tabs come first.
    let open = session.state.browser.windows.flatMap(\.tabs).compactMap { id in
      session.state.browser.tab(id)
    }
    let newest = open.sorted { ($0.lastActive ?? .nothing) > ($1.lastActive ?? .nothing) }
    guard !newest.isEmpty else { return }
    widget.append(.label("Open on \(name)", class: "heading"))
    for tab in newest.prefix(Self.tabLimit) {
      let shown = window.profile.attempt(try session.tab(tab.id)) ?? nil
      guard let title = shown?.shownTitle else { continue }
      widget.append(
        .button(around: .label(title), "Open \(title), from \(name)") { [window] in
          window.leaveOtherPages()
          window.perform(.take(TakenTab(tab)))
        })
    }
  }
}
