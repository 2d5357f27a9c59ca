/// An event that says where a tab leads and how the user got there.
protocol DestinationFact {
  var transition: Transition { get set }
  var url: Text { get set }
  var input: Text { get set }
  var reason: Text { get set }
  var searchWords: Text { get set }
}
