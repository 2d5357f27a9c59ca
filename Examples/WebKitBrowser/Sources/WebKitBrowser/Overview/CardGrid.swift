import CWebKitGTK
import Retrace

/// A grid with pictures of the pages of open or past tabs.
final class CardGrid {
  let widget: Widget
  private let box = Widget.tiles()
  private var cards: [TabID: CardView] = [:]
  private var order: [Widget] = []

  /// The content of a card.
  struct Card: Equatable {
    var tab: TabID
    var title: String
    var subtitle: String
    var picture: EventID
    var isInFront = false
    /// Whether the card is dimmed, because its tab no longer exists.
    var isGone = false
  }

  private let picture: (EventID) -> [UInt8]?
  private let chosen: (TabID) -> Void
  private let close: ((TabID) -> Void)?

  /// Creates a grid without cards.
  ///
  /// - Parameters:
  ///   - picture: Returns the picture reported by an event. Called only for new pictures.
  ///   - chosen: Called when a card is chosen.
  ///   - close: Called to remove a card, or nil if cards cannot be removed.
  init(
    picture: @escaping (EventID) -> [UInt8]?, chosen: @escaping (TabID) -> Void,
    close: ((TabID) -> Void)? = nil
  ) {
    (self.picture, self.chosen, self.close) = (picture, chosen, close)
    box.set(class: "cards")
    box.aligned(across: GTK_ALIGN_CENTER, down: GTK_ALIGN_START)
    widget = Widget.scroller(box).expanding(across: true, down: true)
  }

  func show(_ shown: [Card]) {
    var order: [Widget] = []
    for card in shown {
      let view = cards[card.tab] ?? CardView(card.tab, chosen, close)
      cards[card.tab] = view
      view.show(card, picture: picture)
      order.append(view.widget)
    }
    guard order != self.order else { return }
    for child in box.children {
      // The child of the box is removed, but the card is kept for reuse.
      gtk_flow_box_child_set_child(child.cast(), nil)
      gtk_flow_box_remove(box.opaque, child.pointer)
    }
    for widget in order { gtk_flow_box_insert(box.opaque, widget.pointer, -1) }
    self.order = order
  }
}

private final class CardView {
  let widget: Widget
  private let picture = Widget.column().sized(240, 150)
  /// The label asks for less width than the picture, so that the picture determines the width of
  /// the card.
  private let title = Widget.label(class: "title", limit: 20)
  private let subtitle = Widget.label(class: "dim-label", limit: 20)
  private let open: Widget
  private var shown: CardGrid.Card?
  private var pictured: EventID?

  init(_ tab: TabID, _ chosen: @escaping (TabID) -> Void, _ close: ((TabID) -> Void)?) {
    picture.set(class: "picture")
    gtk_widget_set_overflow(picture.pointer, GTK_OVERFLOW_HIDDEN)
    open = .button(
      around: .column([picture, title, subtitle], spacing: 4), "Tab", class: "card"
    ) { chosen(tab) }
    guard let close else {
      widget = open.kept()
      return
    }
    let button = Widget.button(icon: "window-close-symbolic", "Close", class: "circular") {
      close(tab)
    }
    button.aligned(across: GTK_ALIGN_END, down: GTK_ALIGN_START)
    widget = Widget.overlay(open, under: [button]).kept()
  }

  isolated deinit { widget.release() }

  func show(_ card: CardGrid.Card, picture bytes: (EventID) -> [UInt8]?) {
    if pictured != card.picture {
      pictured = card.picture
      picture.removeAll()
      let image = card.picture.exists ? bytes(card.picture) : nil
      let view = image.flatMap { Widget.picture($0, width: 240, height: 150) }
      picture.append(
        view ?? Widget.icon("web-browser-symbolic", size: 32).expanding(across: true, down: true))
    }
    guard card != shown else { return }
    shown = card
    title.label = card.title
    subtitle.label = card.subtitle
    open.setName(card.isInFront ? "\(card.title), in front" : card.title)
    open.set(class: "active", card.isInFront)
    open.set(class: "gone", card.isGone)
  }
}
