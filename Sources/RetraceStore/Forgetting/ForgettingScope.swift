public import BrowserModel

/// The part of the durable log to forget, on all of its branches.
public enum ForgettingScope: Hashable, Sendable {
  /// A page by its URL, in the URL standard's serialised form. Fragments are ignored.
  case url(String)
  /// A URL and all URLs whose path begins with the same path segments, with any query and fragment.
  case under(String)
  /// A host, in the form used in URLs, and all of its subdomains.
  case site(String)
  /// Everything that was written after the first event, up to and including the second event.
  case between(EventID, EventID)
  /// Every page that the tab has shown, and its custom values.
  case tab(TabID)
  /// Events by device: for each device number, or 0 for this device, the numbers of events in the
  /// log of that device.
  case written([UInt32: RangeSet<EventID>])
  /// All texts of the log.
  case everything
}
