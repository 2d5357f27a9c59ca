/// The reason why a tool call fails, as a sentence for the model.
struct ToolFault: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}
