internal import CommandKit

/// Lays out completion candidates below the line.
struct CandidateList {
  var candidates: [Completion.Candidate]
  /// The number of columns of the screen. The last column stays empty.
  var columns: Int
  /// The maximum number of rows, including the row that counts the remaining candidates.
  var maximumRows: Int
  /// The character at the end of truncated text.
  var cutMark: Unicode.Scalar = "…"
  /// Whether details are dimmed by escape sequences.
  var dimsDetails = true

  /// The number of columns between two candidates, or between a candidate and its detail.
  private static let gap = 2

  /// The rows to print. If any candidate has a detail, each row contains one candidate. Otherwise
  /// the candidates are in columns that are read downwards. The last row contains the number of
  /// candidates that did not fit.
  ///
  /// - Complexity: O(candidates).
  var rows: [String] {
    candidates.contains { $0.detail != nil } ? detailedRows : columnRows
  }

  /// The rows for candidates with details: one candidate per row, with aligned details.
  private var detailedRows: [String] {
    let shown = fitting(rows: candidates.count, perRow: 1)
    let widest = shown.map { DisplayWidth.of($0.text) }.max() ?? 0
    let textWidth = min(widest, max(1, columns * 2 / 3))
    return shown.map { detailedRow($0, textWidth: textWidth) } + remark(shown: shown.count)
  }

  private func detailedRow(
    _ candidate: Completion.Candidate, textWidth: Int
  ) -> String {
    let text = DisplayWidth.clip(candidate.text, columns: max(1, columns - 1), mark: cutMark)
    let padding = max(0, textWidth - DisplayWidth.of(text)) + Self.gap
    let room = columns - 1 - DisplayWidth.of(text) - padding
    guard let detail = candidate.detail, !detail.isEmpty, room > 1 else { return text }
    return text + spaces(padding) + dim(DisplayWidth.clip(detail, columns: room, mark: cutMark))
  }

  /// The rows for candidates without details, in columns of equal width.
  private var columnRows: [String] {
    let widest = candidates.map { DisplayWidth.of($0.text) }.max() ?? 0
    let cell = min(widest, max(1, columns - 1)) + Self.gap
    let perRow = max(1, (columns - 1 + Self.gap) / cell)
    let shown = fitting(rows: (candidates.count + perRow - 1) / perRow, perRow: perRow)
    let rowCount = (shown.count + perRow - 1) / perRow
    let rows = (0..<rowCount).map { row in
      let texts = stride(from: row, to: shown.count, by: rowCount).map {
        DisplayWidth.clip(shown[$0].text, columns: max(1, columns - 1), mark: cutMark)
      }
      return texts.dropLast().reduce("") { $0 + $1 + spaces(cell - DisplayWidth.of($1)) }
        + (texts.last ?? "")
    }
    return rows + remark(shown: shown.count)
  }

  /// Returns all candidates if they fit. Otherwise returns as many candidates as fit above one row
  /// with the number of remaining candidates.
  private func fitting(
    rows: Int, perRow: Int
  ) -> ArraySlice<Completion.Candidate> {
    rows <= maximumRows ? candidates[...] : candidates.prefix(max(1, maximumRows - 1) * perRow)
  }

  /// Returns a row with the number of candidates that are not shown, or no row if all are shown.
  private func remark(shown: Int) -> [String] {
    shown == candidates.count ? [] : [dim("\(cutMark) \(candidates.count - shown) more")]
  }

  private func dim(_ text: String) -> String {
    dimsDetails ? GraphicRendition.dim + text + GraphicRendition.plain : text
  }

  private func spaces(_ count: Int) -> String {
    String(repeating: " ", count: count)
  }
}
