import CWebKitGTK
import Retrace

/// The context menu of a group's name.
enum GroupMenu {
  static func open(on widget: Widget, _ group: Session.Group, in window: BrowserWindow) {
    var rows: [(String, () -> Void)] = [
      (
        "Name …",
        {
          Form.open(on: widget, [("Name", group.title ?? "")]) { texts in
            window.perform(.changeGroup(group.id, title: texts[0]))
          }
        }
      )
    ]
    for color in TabGroup.Color.allCases where color != group.color {
      rows.append(
        ("\(color)".capitalized, { window.perform(.changeGroup(group.id, color: color)) }))
    }
    Choice.open(on: widget, "Group", rows)
  }
}
