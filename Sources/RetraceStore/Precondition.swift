public import BrowserModel
import RetraceEventLog
internal import RetraceTimeline

/// The condition for performing an action.
///
/// ```swift
/// let seen = store.browser.sequence  // … the caller decides, and meanwhile others may act …
/// try store.perform(.closeTabs([tab]), if: Precondition(unchangedSince: seen, key: "close-7"))
/// ```
public struct Precondition: Sendable {
  /// The event after which nothing that the action refers to may have been created or changed.
  /// Otherwise the action is refused (`changedSince`). Nil performs the action in any case. Events
  /// of other branches are ignored, and an undo counts like the undone events. An action that
  /// refers to nothing depends on the focus, the list of closed items, the zoom of sites, or a
  /// setting.
  public var unchangedSince: EventID?
  /// A key under which the action is performed at most once. A repeat returns the original result,
  /// even if that result was undone in the meantime or the program restarted. A key is remembered
  /// for a hundred thousand events, unless a forget request removes text of its event. Two
  /// different actions with the same key are treated as one action, unless ``request``
  /// distinguishes them, so choose keys at random.
  public var key: String?
  /// A description of the request, such as the command and its arguments. The log stores a
  /// fingerprint of the description with the key. If a key was already used with another
  /// description, the action is refused (`keyUsed`), because the caller would mistake the stored
  /// result for the result of its own request. Nil accepts any repeat of the key.
  public var request: String?

  /// Creates a precondition, which always holds by default.
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
