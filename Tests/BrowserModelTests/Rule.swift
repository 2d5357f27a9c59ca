import BrowserModel
import TestSupport
import Testing

/// A line of a table of rules: a scene, an action, and the expected scene.
struct Rule: CustomTestStringConvertible, Sendable {
  let words: String
  let before: String
  let action: @Sendable (Scene) -> Action
  let after: String

  init(
    _ words: String, _ before: String, _ after: String,
    _ action: @escaping @Sendable (Scene) -> Action
  ) {
    self.words = words
    self.before = before
    self.after = after
    self.action = action
  }

  var testDescription: String { "\(words): \(before) → \(after)" }

  /// The scene after the action. A refused action changes nothing.
  func happen() throws -> Scene {
    var scene = try Scene(before)
    do throws(Refusal) {
      try scene.perform(action(scene))
    } catch {
      return scene
    }
    return scene
  }
}
