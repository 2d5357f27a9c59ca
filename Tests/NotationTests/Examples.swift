import Notation
import Testing

/// The examples of the documentation, with the same lines.
@Suite struct Examples {
  @Test func `an object`() {
    // example: JSONWriter
    var json = JSONWriter()
    json.object { json in
      json.member("sequence", 42)
      json.array("tabs", of: [2, 9])
    }
    let text = json.text  // {"sequence":42,"tabs":[2,9]}
    // end
    #expect(text == #"{"sequence":42,"tabs":[2,9]}"#)
  }

  @Test func `a type that writes its own JSON`() {
    // example: JSONValue
    struct Point: JSONValue {
      var x: Int
      var y: Int

      func write(to json: inout JSONWriter) { json.value([x, y]) }
    }
    var json = JSONWriter()
    json.object { json in json.member("place", Point(x: 3, y: 4)) }
    let text = json.text  // {"place":[3,4]}
    // end
    #expect(text == #"{"place":[3,4]}"#)
  }

  @Test func `a time that is read and written`() {
    // example: Timestamp
    let time = Timestamp("2026-01-01T02:00+02:00") ?? .now
    let text = time.description  // 2026-01-01T00:00:00.000Z
    let later = time.advanced(byMilliseconds: 60_000)
    let short = later.shortText(now: time, zone: .utc)  // 00:01
    // end
    #expect(time.milliseconds == 1_767_225_600_000)
    #expect(text == "2026-01-01T00:00:00.000Z")
    #expect(short == "00:01")
  }
}
