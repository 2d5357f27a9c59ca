extension Browser {
  /// The approximate size of the state in bytes, if it shares no table with another state. O(1).
  package var byteCount: Int {
    windowTable.byteCount + tabTable.byteCount * 2 + groupTable.byteCount + entryStore.byteCount
      + openers.byteCount + openerGroups.byteCount + closedList.byteCount + values.byteCount
      + zoom.sites.all.count * MemoryLayout<Zoom.Site>.stride + MemoryLayout<Browser>.stride
  }
}

extension Library {
  /// The approximate size of the library in bytes, if it shares no table with another library.
  /// O(1).
  package var byteCount: Int {
    bookmarks.table.byteCount + values.byteCount + MemoryLayout<Library>.stride
  }
}
