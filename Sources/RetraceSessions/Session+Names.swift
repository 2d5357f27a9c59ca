public import Addresses
public import BrowserModel

// Names for types whose own names exist in Foundation or SwiftUI, too.
extension Session {
  /// An action for `Store.perform(_:by:isPrivate:if:)`, such as `.pin(tab, true)`.
  public typealias Action = BrowserModel.Action
  /// An event as it is stored, without its text. ``EventDescription`` describes it.
  public typealias Event = BrowserModel.Event
  /// The facts of an event.
  public typealias Body = BrowserModel.Body
  /// The settings of a profile, each represented by the event that set it.
  public typealias Settings = BrowserModel.Settings
  /// The way in which a page was reached, such as a link.
  public typealias Transition = BrowserModel.Transition
  /// The bookmarks, search engines and home page of a profile, without text.
  public typealias Library = BrowserModel.Library
  /// The subject of an event, such as a tab.
  public typealias Subject = BrowserModel.Subject
  /// The rules for the meaning of typed text.
  public typealias Policy = Addresses.Policy
  /// A URL as the WHATWG URL standard defines it.
  public typealias URL = Addresses.URL
}

extension Browser {
  /// A window without text. ``Session/Window`` includes the text.
  public typealias Window = BrowserModel.Window
  /// A tab without text. ``Session/Tab`` includes the text.
  public typealias Tab = BrowserModel.Tab
  /// An entry in the history of a tab, without text. ``Session/Entry`` includes the text.
  public typealias Entry = BrowserModel.HistoryEntry
}
