/// An event that states the target of a tab and the way in which the user reached it.
protocol DestinationFact {
  var transition: Transition { get set }
  var url: Text { get set }
  var input: Text { get set }
  var reason: Text { get set }
  var searchWords: Text { get set }
}
