/// The locations of intact records in a data file.
struct RecordMap {
  /// The location of a record's bytes.
  struct Place {
    var offset: UInt64 = 0
    var byteCount: UInt32 = 0
  }

  private var places: [Place] = []
  /// The numbers of the records that were found.
  private(set) var found: NumberSet
  private let file: PageFile
  /// The part of the file that was read last. This part often contains the next record too, because
  /// records with consecutive numbers are usually close to each other.
  private var piece = Page(bytes: [])
  private var pieceStart: UInt64 = 0
  private static let pieceBytes = 1 << 16

  /// Creates an empty map.
  ///
  /// - Parameter limit: The greatest possible number of a record.
  init(_ file: PageFile, limit: UInt64) {
    self.file = file
    found = NumberSet(below: limit + 1)
  }

  /// The greatest number of a record that was found.
  var highest: UInt64 {
    var number = UInt64(places.count)
    while number > 0, !found.contains(number) { number -= 1 }
    return number
  }

  /// Whether a record with a given number was found at an offset.
  func has(_ sequence: UInt64, at offset: UInt64) -> Bool {
    found.contains(sequence) && places[Int(sequence) - 1].offset == offset
  }

  /// Adds a record, unless a record with the same number was already found.
  mutating func put(_ sequence: UInt64, at offset: UInt64, byteCount: Int) {
    guard sequence > 0, found.insert(sequence) else { return }
    let index = Int(sequence) - 1
    if index >= places.count {
      places.append(contentsOf: repeatElement(Place(), count: index + 1 - places.count))
    }
    places[index] = Place(offset: offset, byteCount: UInt32(byteCount))
  }

  /// Returns the bytes of a record, or nil if the record was not found.
  mutating func bytes(of sequence: UInt64) -> [UInt8]? {
    guard found.contains(sequence) else { return nil }
    let place = places[Int(sequence) - 1]
    let count = Int(place.byteCount)
    let end = pieceStart + UInt64(piece.bytes.count)
    if place.offset < pieceStart || place.offset + UInt64(count) > end {
      // The file may end before `pieceBytes` have been read.
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
