/// The joining behaviour of a letter (Unicode property `Joining_Type`).
enum JoiningType: UInt8, Sendable {
  case none, left, right, dual, transparent
}
