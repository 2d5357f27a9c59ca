/// The text fields of events. Each kind of event has only some of these fields:
///
/// - `url`: the URL of a page or bookmark.
/// - `title`: the title of a page, bookmark, group or window, or the name of the front end of a
///   run.
/// - `input`, `reason`, `searchWords`, `redirects`: the origin of a navigation's URL (A1, H4).
/// - `host`: the host whose zoom is set.
/// - `tags`, `keyword`, `note`: the text fields of a bookmark. Tags are separated by line feeds. The
///   note of a proposal is the explanation of its author.
/// - `value`: the value of a setting, or a custom value that is text.
/// - `base64`: a custom value that is not text, as Base64.
/// - `blob`: the name of a picture in the blob store.
/// - `name`: the name of a mark, a branch, a proposal or a custom value.
public enum TextField: UInt8, Sendable, CaseIterable {
  case url, title, input, reason, searchWords, redirects, host, tags, keyword, note, value, blob,
    name, base64
}
