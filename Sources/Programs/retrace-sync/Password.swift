import Catalogue
internal import Notation
import Platform
import Sync

/// A random password of 24 letters and digits with 124 bits of entropy.
enum Password {
  static func make() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz0123456789ABCD")
    // `Int.random` uses the system's generator.
    return String((0..<24).map { _ in letters[Int.random(in: letters.indices)] })
  }
}
