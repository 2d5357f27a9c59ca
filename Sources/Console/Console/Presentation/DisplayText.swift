internal import Addresses

/// What the address field shows of an address (A4): a URL with its host in Unicode where that is not
/// deceptive, shortened where there is little room; words as they are.
func displayText(_ address: String, width: Int? = nil) -> String {
  guard let url = URL(address), url.href == address else { return address }
  guard let width else { return displayText(of: url) }
  return displayText(of: url, width: width, suffixes: SystemSuffixes.suffixes)
}
