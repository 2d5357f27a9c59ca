/// A recorded trace of a window's tab strip: the steps, and the strip that the browser showed after
/// each step.
struct StripTrace: Decodable {
  let trace: Int
  let profile: String
  let start: Strip
  let steps: [Step]

  struct Step: Decodable {
    let `do`: Deed
    let strip: Strip
  }

  struct Deed: Decodable {
    let kind: String
    let tab: String?
    let tabs: [String]?
    let url: String?
    let new: String?
    let was: String?
    let from: String?
    let opener: String?
    let into: String?
    let `where`: String?
    let by: By?
    let to: Int?
    let index: Int?
    let pinned: Bool?
    let active: Bool?
  }

  /// Who performed a step, or by how many positions.
  enum By: Decodable {
    case actor(String)
    case places(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let places = try? container.decode(Int.self) {
        self = .places(places)
      } else {
        self = .actor(try container.decode(String.self))
      }
    }
  }
}
