/// What a text that somebody typed means.
public struct Resolution: Equatable, Sendable {
  /// What becomes of the text.
  public enum Kind: UInt8, Sendable {
    /// The text is an address.
    case url
    /// The text is searched for.
    case search
    /// The text leads nowhere; `reason` says why.
    case refused
  }

  /// Which of the three it is.
  public let kind: Kind
  /// The address, or the address of the search; nil when refused.
  public let url: URL?
  /// The words searched for, nil unless it is a search.
  public let words: String?
  /// Why it was decided so, as a short plain sentence.
  public let reason: String
  /// The address that the text makes once it is repaired, even if it is searched for; nil where it
  /// makes none, and where the policy did not look.
  public private(set) var address: URL?
  /// Whether the search may as well have been meant as `address`, so that a person is offered it.
  public private(set) var offersAddress = false

  /// An address, and why it is one.
  public static func address(_ url: URL, _ reason: String) -> Resolution {
    Resolution(kind: .url, url: url, words: nil, reason: reason, address: url)
  }

  static func search(_ url: URL, _ words: String, _ reason: String) -> Resolution {
    Resolution(kind: .search, url: url, words: words, reason: reason)
  }

  static func refused(_ reason: String) -> Resolution {
    Resolution(kind: .refused, url: nil, words: nil, reason: reason)
  }

  /// A search for a text that is an address as well.
  func beside(_ address: URL?, isOffered: Bool) -> Resolution {
    var resolution = self
    resolution.address = address
    resolution.offersAddress = isOffered && address != nil
    return resolution
  }
}
