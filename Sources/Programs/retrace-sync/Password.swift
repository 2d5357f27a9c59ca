import Catalogue
internal import Notation
import Platform
import Sync

/// 24 letters and digits that nobody guesses: 124 bits.
enum Password {
  static func make() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz0123456789ABCD")
    // Drawn by the system's generator.
    return String((0..<24).map { _ in letters[Int.random(in: letters.indices)] })
  }
}
