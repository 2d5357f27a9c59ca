public import BrowserModel

/// The events that an action wrote, in order, with their texts.
public struct Commit: Sendable {
  /// The events of one batch, in the order of their ids. The array is empty if nothing had to be
  /// written.
  public var events: [Event]
  /// The UTF-8 bytes that contain the events' texts.
  public var words: ContiguousArray<UInt8>

  /// Creates a commit from events and their texts.
  public init(events: [Event], words: ContiguousArray<UInt8>) {
    self.events = events
    self.words = words
  }

  /// The commit of an action that had nothing to write.
  public static let nothing = Commit(events: [], words: [])

  /// The first tab that the events opened, or nil if the events opened no tab.
  public var openedTab: TabID? {
    for event in events {
      if case .tab(.opened) = event.body { return TabID(event.sequence) }
    }
    return nil
  }

  /// The first window that the events opened, or nil if the events opened no window.
  public var openedWindow: WindowID? {
    for event in events {
      if case .window(.opened) = event.body { return WindowID(event.sequence) }
    }
    return nil
  }

  /// The group that the events created, or nil if the events created no group.
  public var createdGroup: GroupID? {
    for event in events {
      if case .group(.created) = event.body { return GroupID(event.sequence) }
    }
    return nil
  }

  /// The bookmark, folder or separator that the events added, or nil if the events added none. If
  /// the events also added folders for the bookmark, this is the bookmark.
  public var addedBookmark: BookmarkID? {
    for event in events.reversed() {
      if case .bookmark(.added) = event.body { return BookmarkID(event.sequence) }
    }
    return nil
  }

  /// The id of the newest event, or `.nothing` if nothing had to be written.
  public var sequence: EventID { events.last?.sequence ?? .nothing }

  /// Returns a text of one of the events as a string, or nil if the text is absent.
  public func string(_ text: Text) -> String? {
    guard text.isPresent else { return nil }
    return String(decoding: words[text.range], as: UTF8.self)
  }
}
