/// An order whose effect the browser does not show.
struct UnfulfilledOrder {
  let order: LiveOrder
  /// The tabs that were not closed, if this is an order to close tabs.
  var keptTabs: [Int64] = []
  let reason: Reason

  enum Reason: Equatable {
    /// The browser refused the order for the given reason.
    case refused(String)
    /// The user changed the same object just before the order arrived.
    case overtaken
  }
}
