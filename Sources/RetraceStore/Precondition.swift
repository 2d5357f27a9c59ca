public import BrowserModel
import RetraceEventLog
internal import RetraceTimeline

/// On what condition something is done.
///
/// ```swift
/// let seen = store.browser.sequence  // … somebody decides, and meanwhile others may act …
/// try store.perform(.closeTabs([tab]), if: Precondition(unchangedSince: seen, key: "close-7"))
/// ```
public struct Precondition: Sendable {
  /// Refuse it (`changedSince`) where an event after this one made or changed something that the
  /// actions name; nil to do it all the same. What another branch has does not count, an undo counts
  /// as what it took back. An action that names nothing is refused for what it depends on: the focus,
  /// the list of what was closed, the zoom of sites, a setting.
  public var unchangedSince: EventID?
  /// Do it once, however often it is asked for under this key: a repeat answers with what the first
  /// one wrote, also after that was undone, and after a new start of the program. A key is remembered
  /// while a hundred thousand events follow it, unless a forgetting takes words of its event. Two
  /// things that are done under one key are one, unless ``request`` tells them apart: choose keys at
  /// random.
  public var key: String?
  /// A description of what is asked for, such as the command and its arguments. The log stores a
  /// fingerprint of it with the key. A key that was used with another description is refused
  /// (`keyUsed`), because the caller would take the answer for that of its own request. Nil to accept
  /// any repeat of the key.
  public var request: String?

  /// Makes a precondition; without arguments it always holds.
  public init(unchangedSince: EventID? = nil, key: String? = nil, request: String? = nil) {
    self.unchangedSince = unchangedSince
    self.key = key
    self.request = request
  }

  /// The fingerprint of ``request``, in hexadecimal digits, or nil if there is no key.
  var fingerprint: String? {
    guard key != nil, let request else { return nil }
    return ContentHash.of(Array(request.utf8)).digits
  }
}
