import BrowserModel
import EventCoding
import Testing

/// Compares `retrace.proto`, which is written by hand, with the descriptions that the coders use.
@Suite struct ProtoFileTests {
  let file: ProtoFile

  init() throws { file = try ProtoFile() }

  @Test(arguments: EventKind.allCases)
  func `every kind is described as it is encoded`(_ kind: EventKind) throws {
    let printer = SampleEvents.event(kind).payload
    let line = ProtoFile.Field(
      type: printer.message, name: ProtoName.field("\(kind)"), number: kind.rawValue)
    #expect(file.messages["body"]?.contains(line) == true)
    let fields = try #require(file.messages[printer.message])
    #expect(
      fields
        == printer.fields.map { ProtoFile.Field(type: $0.type, name: $0.name, number: $0.number) })
  }

  @Test func `the record has a line for every kind, and no others`() {
    #expect(file.messages["body"]?.count == EventKind.allCases.count)
    let payloads = Set(EventKind.allCases.map { SampleEvents.event($0).payload.message })
    #expect(Set(file.messages.keys) == payloads.union(["Record", "BatchNote", "body"]))
  }

  @Test func `every enumeration has the numbers of its Swift type`() {
    let expected = Dictionary(
      uniqueKeysWithValues: ProtoEnumeration.all.map { ($0.name, $0.values) })
    #expect(file.enumerations == expected)
  }

  @Test(arguments: EventKind.allCases)
  func `fields are visited in the order of their numbers, each once`(_ kind: EventKind) {
    let numbers = SampleEvents.event(kind).payload.fields.map(\.number)
    #expect(numbers == Set(numbers).sorted())
  }

  @Test(arguments: EventKind.allCases)
  func `the name of a kind is family and event`(_ kind: EventKind) {
    #expect(ProtoName.field(kind.name.replacing(".", with: "_")) == ProtoName.field("\(kind)"))
  }
}
