/// Whether two texts have the same bytes, or both are nil.
///
/// The operator `==` also accepts texts that are canonically equivalent. It needs tables of Unicode,
/// which the modules for JavaScript do not include.
package func isSameText(_ text: String?, _ other: String?) -> Bool {
  guard let text, let other else { return text == nil && other == nil }
  return text.utf8.elementsEqual(other.utf8)
}
