import BrowserModel
import Foundation
import Notation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Console

/// The document of `help --schema`, and an independent JSON Schema validator.
enum SchemaValidator {
  /// A document that the program has printed.
  struct Answer {
    /// The command that printed the answer, or nil for an error.
    let command: String?
    let text: String
  }

  private static let python = "/usr/bin/python3"

  static let isFound: Bool = {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    return (try? Subprocess.run(python, ["-c", "import jsonschema"]).status) == 0
  }()

  /// Returns the faults of answers, each fault of a command only once.
  static func faults(of answers: [Answer]) throws -> [String] {
    let rows = answers.map { [$0.command ?? "", $0.text] }
    return try run(
      """
      places = {command["name"]: "#/%s/%d/result/schema" % (array, place)
        for array in ["methods", "x-commands"] for place, command in enumerate(document[array])}
      def reference(command):
        return places[command] if command else "#/components/schemas/Refusal"
      validators = {}
      for command, text in rows:
        if command not in validators:
          schema = {**document, "$ref": reference(command)}
          validators[command] = Draft202012Validator(schema)
        for error in validators[command].iter_errors(json.loads(text)):
          print(command + ": " + error.message[:200] + " in " + text[:500])
      """, rows)
  }

  /// Returns the faults of schemas.
  static func faults(ofSchemas schemas: [[String: Any]]) throws -> [String] {
    try run(
      """
      methods = document["methods"] + document["x-commands"]
      schemas = rows + [method["result"]["schema"] for method in methods]
      schemas += [one["schema"] for method in methods for one in method["params"]]
      for schema in schemas + list(document["components"]["schemas"].values()):
        try: Draft202012Validator.check_schema(schema)
        except SchemaError as error: print(error.message[:200] + " in " + str(schema)[:200])
      for schema in rows: list(Draft202012Validator(schema).iter_errors({}))
      """, schemas)
  }

  /// Runs a Python program with the document and rows of data, and returns the lines that it
  /// prints.
  private static func run(_ program: String, _ rows: Any) throws -> [String] {
    let help = try RetraceProcess.run(["help", "--schema"])
    let document = try JSONSerialization.jsonObject(with: help.outputBytes)
    let input = try JSONSerialization.data(withJSONObject: ["document": document, "rows": rows])
    let head = """
      import json, sys
      from jsonschema import Draft202012Validator
      from jsonschema.exceptions import SchemaError
      data = json.load(sys.stdin)
      document, rows = data["document"], data["rows"]

      """
    let run = try Subprocess.run(python, ["-c", head + program], input: input)
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }
}
