/// Where in a data file the whole records are.
struct RecordMap {
  /// Where the bytes of a record are.
  struct Place {
    var offset: UInt64 = 0
    var byteCount: UInt32 = 0
  }

  private var places: [Place] = []
  /// The numbers of the records that were found.
  private(set) var found: NumberSet
  private let file: PageFile
  /// The piece of the file that was read last: neighbours mostly stand together.
  private var piece = Page(bytes: [])
  private var pieceStart: UInt64 = 0
  private static let pieceBytes = 1 << 16

  /// Makes an empty map.
  ///
  /// - Parameter limit: The highest number that a record can have.
  init(_ file: PageFile, limit: UInt64) {
    self.file = file
    found = NumberSet(below: limit + 1)
  }

  /// The highest number that was found.
  var highest: UInt64 {
    var number = UInt64(places.count)
    while number > 0, !found.contains(number) { number -= 1 }
    return number
  }

  /// Whether a record was found at an offset.
  func has(_ sequence: UInt64, at offset: UInt64) -> Bool {
    found.contains(sequence) && places[Int(sequence) - 1].offset == offset
  }

  /// Notes a record, unless one of its number was found before.
  mutating func put(_ sequence: UInt64, at offset: UInt64, byteCount: Int) {
    guard sequence > 0, found.insert(sequence) else { return }
    let index = Int(sequence) - 1
    if index >= places.count {
      places.append(contentsOf: repeatElement(Place(), count: index + 1 - places.count))
    }
    places[index] = Place(offset: offset, byteCount: UInt32(byteCount))
  }

  /// Returns the bytes of a record, or nil if it was not found.
  mutating func bytes(of sequence: UInt64) -> [UInt8]? {
    guard found.contains(sequence) else { return nil }
    let place = places[Int(sequence) - 1]
    let count = Int(place.byteCount)
    let end = pieceStart + UInt64(piece.bytes.count)
    if place.offset < pieceStart || place.offset + UInt64(count) > end {
      // The end of the file may be nearer than a whole piece.
      let whole = try? Page(
        reading: max(count, Self.pieceBytes), at: Int(place.offset), of: file.descriptor)
      guard
        let read = whole
          ?? (try? Page(reading: count, at: Int(place.offset), of: file.descriptor))
      else { return nil }
      (piece, pieceStart) = (read, place.offset)
    }
    let start = Int(place.offset - pieceStart)
    return Array(piece.bytes[start..<start + count])
  }
}
