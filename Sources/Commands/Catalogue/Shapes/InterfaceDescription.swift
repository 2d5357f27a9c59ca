internal import CommandKit
package import Notation

/// The description of the methods of `serve`, in OpenRPC 1.3. Each command is a method, with the
/// types of its named arguments and the JSON Schema of its result. The protocol's own methods are
/// described in the same way. Commands that are not served are listed in `x-commands`, because
/// their `--json` output is described too.
package struct InterfaceDescription {
  private let index: CommandIndex
  private let version: String
  private let schema = JSONSchema(place: .components)

  init(_ index: CommandIndex, version: String) {
    self.index = index
    self.version = version
  }

  /// The description of the commands of this release.
  package static var document: JSONWriter {
    let description = InterfaceDescription(CommandCatalogue.table.index, version: Release.version)
    return .object { description.write(to: &$0) }
  }

  /// Writes the members of the document into the current object.
  func write(to json: inout JSONWriter) {
    json.member("openrpc", "1.3.2")
    json.object("info") { json in
      json.member("title", "retrace")
      json.member("version", version)
    }
    json.array("methods") { json in
      for method in ServedMethod.all { json.object { write(method, to: &$0) } }
      for declaration in index.declarations where isServed(declaration) {
        json.object { write(declaration, to: &$0) }
      }
    }
    json.array("x-commands") { json in
      for declaration in index.declarations where !isServed(declaration) {
        json.object { write(declaration, to: &$0) }
      }
    }
    json.object("components") { json in
      json.object("schemas") { schema.write(index.program.shapes, to: &$0) }
    }
  }

  private func isServed(_ declaration: CommandDeclaration) -> Bool {
    ServedMethod.refusal(of: declaration.name) == nil
  }

  private func write(_ declaration: CommandDeclaration, to json: inout JSONWriter) {
    json.member("name", declaration.name)
    json.member("summary", declaration.summary.sentence)
    if let reason = ServedMethod.refusal(of: declaration.name) {
      json.member("x-notServed", reason)
    }
    json.member("paramStructure", "by-name")
    json.array("params") { json in
      // Required parameters come first, as the standard demands.
      let parameters = declaration.parameters
      for parameter in parameters.filter(\.isRequired) + parameters.filter({ !$0.isRequired }) {
        json.object { write(parameter, to: &$0) }
      }
      for option in declaration.options { json.object { write(option, to: &$0) } }
      for member in ServedMethod.addedParameters(of: declaration) where isServed(declaration) {
        json.object { write(member, to: &$0) }
      }
    }
    let ofSilent = declaration.prints.map { JSONShape.answer(of: $0) } ?? .object([])
    var answer = (index.answer(of: declaration) ?? ofSilent).asAnswer
    if ServedMethod.pagedLists.contains(declaration.name) {
      answer = answer.adding(ServedMethod.page.shapes, ", with “limit” or “after”")
    } else if ServedMethod.isPaged(declaration) {
      answer = answer.adding(ServedMethod.nextPart.shapes)
    }
    writeResult(answer, to: &json)
  }

  private func write(_ method: ServedMethod, to json: inout JSONWriter) {
    json.member("name", method.name)
    json.member("summary", method.summary.sentence)
    json.member("paramStructure", "by-name")
    json.array("params") { json in
      for member in method.parameters { json.object { write(member, to: &$0) } }
    }
    writeResult(.object(method.result), to: &json)
  }

  private func write(_ member: JSONShape.Member, to json: inout JSONWriter) {
    json.member("name", member.name)
    if !member.summary.isEmpty { json.member("summary", member.summary.sentence) }
    json.member("required", !member.isOptional)
    write(member.shape, to: &json)
  }

  private func writeResult(_ shape: JSONShape, to json: inout JSONWriter) {
    json.object("result") { json in
      json.member("name", "answer")
      write(shape, to: &json)
    }
  }

  private func write(_ parameter: Parameter, to json: inout JSONWriter) {
    json.member("name", parameter.name)
    json.member("summary", parameter.kind.meaning.sentence)
    json.member("required", parameter.isRequired)
    let isList = parameter.count == .oneOrMore || parameter.count == .any
    let one = parameter.kind.shape
    write(
      parameter.takesList || isList && parameter.acceptsSingleValue
        ? .anyOf([one, .array(one)]) : isList ? .array(one) : one, to: &json)
  }

  private func write(_ option: CommandOption, to json: inout JSONWriter) {
    json.member("name", option.name)
    json.member("summary", option.summary.sentence)
    json.member("required", false)
    switch option.values.count {
    case 0: write(.boolean, to: &json)
    case 1:
      let one = option.values[0].kind.shape
      write(option.isRepeatable ? .anyOf([one, .array(one)]) : one, to: &json)
    default: write(.array(option.values[0].kind.shape), to: &json)
    }
  }

  private func write(_ shape: JSONShape, to json: inout JSONWriter) {
    json.object("schema") { schema.write(shape, to: &$0) }
  }
}

extension JSONShape {
  /// Returns the shape with optional members of a part of the list.
  fileprivate func adding(_ page: [Member], _ condition: String = "") -> JSONShape {
    guard case .object(let members, let beside) = self else { return self }
    let added = page.map { Member.optional($0.name, $0.shape, $0.summary + condition) }
    return .object(members + added, beside: beside)
  }
}

extension ValueKind {
  /// The shape of the value that a program passes. An integer is an id, and a string is a position
  /// or words.
  var shape: JSONShape {
    switch self {
    case .choice(let names): .choice(names)
    case .integer, .positive, .percent: .integer
    case .tab, .window, .group, .bookmark, .closedItem, .entry, .event, .thing, .run, .point,
      .device,
      .otherDevice:
      .anyOf([.integer, .string])
    case .address, .text, .words, .site, .expression, .word, .file, .profile, .folder,
      .tags,
      .folderOrWords, .mark, .branch, .proposal, .eventKind, .agent, .setting, .valueName, .command,
      .commandLine, .topic:
      .string
    }
  }
}
