public import BrowserModel

/// What is to be forgotten of the durable log, on all of its branches.
public enum ForgettingScope: Hashable, Sendable {
  /// A page by its URL, in the URL standard's serialised form. Fragments are ignored.
  case url(String)
  /// A URL and all below it, path segment by path segment, with any query and fragment.
  case under(String)
  /// A host, as it is written in URLs, and all of its subdomains.
  case site(String)
  /// Everything that was written after the first event, up to and including the second.
  case between(EventID, EventID)
  /// Every page that was shown in a tab.
  case tab(TabID)
  /// What devices wrote: of each, by its number and 0 for this one, some events by the numbers of its own
  /// log.
  case written([UInt32: RangeSet<EventID>])
  /// All words of the log.
  case everything
}
