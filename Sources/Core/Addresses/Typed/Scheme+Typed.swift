extension Scheme {
  /// Reads a scheme in any case.
  init(lowercasing name: Span<UInt8>) {
    guard name.count <= 5 else {
      self = .other
      return
    }
    var lowercased: [UInt8] = []
    for index in name.indices { lowercased.append(name[index].lowercased) }
    self.init(lowercased.span)
  }
}
