/// An error of the connection with a browser, as a sentence for the user.
package struct LiveError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
