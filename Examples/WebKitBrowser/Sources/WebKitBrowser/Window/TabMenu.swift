import CWebKitGTK
import Retrace

/// The context menu of a tab.
enum TabMenu {
  static func open(on widget: Widget, _ tab: Session.Tab?, in window: BrowserWindow) {
    guard let tab else { return }
    var rows: [(String, () -> Void)] = [
      (tab.isPinned ? "Unpin" : "Pin", { window.perform(.pin(tab.id, !tab.isPinned)) }),
      (tab.isMuted ? "Unmute" : "Mute", { window.perform(.mute(tab.id, !tab.isMuted)) }),
      ("Duplicate", { window.perform(.duplicate(tab.id, isLoading: true)) }),
      ("Move to a new window", { window.perform(.moveToNewWindow(tab.id)) }),
    ]
    if tab.group == nil {
      rows.append(("New group", { window.perform(.group([tab.id])) }))
      for group in window.groups {
        let title = group.title ?? "\(group.color)"
        rows.append(
          ("Add to group “\(title)”", { window.perform(.group([tab.id], into: group.id)) }))
      }
    } else {
      rows.append(("Remove from the group", { window.perform(.ungroup([tab.id])) }))
    }
    rows.append(("Why is it like this?", { window.showReasons(of: .tab(tab.id), tab.shownTitle) }))
    rows.append(("Close the others", { window.closeOthers(than: tab.id) }))
    rows.append(("Close", { window.perform(.closeTabs([tab.id])) }))
    Choice.open(on: widget, "Tab", rows)
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
