/// A place in a window: an index, the rank of the place, and the tabs next to it.
struct TabPlace {
  /// The index of the place at the time of the event, from 0.
  var index: Int
  /// The rank of the place, and the tabs that were next to it.
  var neighbors: TabNeighbors

  /// Creates a place from the fields of an event.
  init(_ index: Int32, _ neighbors: TabNeighbors = TabNeighbors()) {
    self.index = Int(index)
    self.neighbors = neighbors
  }

  /// Creates a place from an index and a rank. A rank of 0 means that the place has no rank.
  init(_ index: Int, rank: Int64) {
    self.index = index
    neighbors = TabNeighbors()
    neighbors.rank = rank
  }
}
