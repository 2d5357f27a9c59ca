import BrowserModel

/// The author of a batch, its name, and its time.
struct Author {
  var actor: Event.Actor
  var via: Event.Via
  var agent: String?
  var run: UInt32
  var cause: EventID
  var name: String?
  var milliseconds: Int64

  init(_ reader: inout RequestReader, milliseconds: Double) throws(Failure) {
    actor = try reader.choice()
    via = try reader.choice()
    agent = reader.optionalText()
    run = UInt32(bitPattern: reader.number())
    cause = reader.id()
    name = reader.optionalText()
    self.milliseconds = Int64(exactly: milliseconds.rounded(.towardZero)) ?? 0
  }
}
