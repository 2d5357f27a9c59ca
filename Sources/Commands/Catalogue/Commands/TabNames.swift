/// The texts that words are matched against for a tab.
package struct TabNames {
  package let title: String
  package let url: String
  /// The title of the tab's group, or empty if the tab is not in a group with a title.
  package let group: [String]

  /// All texts.
  package var all: [String] { [title, url] + group }
}
