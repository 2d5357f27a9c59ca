/// An order whose effect the browser does not show.
struct UnfulfilledOrder {
  let order: LiveOrder
  /// The tabs that were not closed, if it is an order to close tabs.
  var keptTabs: [Int64] = []
  let reason: Reason

  enum Reason: Equatable {
    /// The browser refused it, and says why.
    case refused(String)
    /// The user changed the same thing just before the order arrived.
    case overtaken
  }
}
