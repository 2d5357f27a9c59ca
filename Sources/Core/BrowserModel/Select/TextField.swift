/// The texts that an event can have. An event has only those of its kind:
///
/// - `url`: the URL of a page or bookmark.
/// - `title`: the title of a page, bookmark, group or window; the front end's name of a run.
/// - `input`, `reason`, `searchWords`, `redirects`: how a navigation got to its URL (A1,
///   H4).
/// - `host`: the host whose zoom is set.
/// - `tags`, `keyword`, `note`: the texts of a bookmark; tags are separated by line feeds.
/// - `value`: the value of a setting.
/// - `blob`: the name of a picture in the blob store.
/// - `name`: the name of a mark or branch.
public enum TextField: UInt8, Sendable, CaseIterable {
  case url, title, input, reason, searchWords, redirects, host, tags, keyword, note, value, blob,
    name
}
