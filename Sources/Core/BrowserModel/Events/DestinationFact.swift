/// An event that says where a tab leads, and what led there.
protocol DestinationFact {
  var transition: Transition { get set }
  var url: Text { get set }
  var input: Text { get set }
  var reason: Text { get set }
  var searchWords: Text { get set }
}

extension TabOpened: DestinationFact {}
extension NavigationStarted: DestinationFact {}
extension NavigationCommitted: DestinationFact {}
