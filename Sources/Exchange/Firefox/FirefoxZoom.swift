internal import BrowserModel

/// Reads the zoom levels of sites in Firefox (`content-prefs.sqlite`).
enum FirefoxZoom {
  static func read(_ database: Database, _ emit: (PortableItem) throws -> Void) throws {
    let rows = try database.statement(
      """
      SELECT g.name, p.value FROM prefs p JOIN groups g ON g.id = p.groupID
      JOIN settings s ON s.id = p.settingID WHERE s.name = 'browser.content.full-zoom'
      ORDER BY g.name
      """)
    while try rows.next() {
      let factor = rows.double(1)
      guard factor.isFinite, factor > 0, factor < 100 else {
        try emit(.problem("The zoom of “\(rows.text(0).shortened)” is not a number."))
        continue
      }
      let hundredths = Int((factor * 10_000).rounded())
      try emit(.zoom(host: rows.text(0), hundredths: hundredths))
    }
  }
}
