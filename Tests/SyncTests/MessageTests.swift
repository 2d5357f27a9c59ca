import BrowserModel
import Foundation
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

@testable import Sync

/// Messages as bytes, including arbitrary bytes.
struct MessageTests {
  private static let batch = SharedBatch(
    device: 7,
    records: [
      .init(sequence: EventID(3), bytes: [1, 2, 3]), .init(sequence: EventID(900), bytes: []),
    ],
    origins: [
      EventID(1): EventOrigin(device: 2, sequence: EventID(70_000)),
      EventID(2): EventOrigin(device: 300, sequence: EventID(1)),
    ])

  private static let contents: [MessageContent] = [
    .joined(
      DeviceJoinRecord(
        name: "das Gerät", publicKey: Array(repeating: 9, count: 32), invitation: 300, invited: -1)),
    .batches([]), .batches([batch, batch]), .relayed([batch], of: batch.device),
    .part(BatchPart(index: 0, count: 1, bytes: [])),
    .part(BatchPart(index: 65_534, count: 65_535, bytes: [1, 2])),
    .keyTurned(KeyRotation(removed: [], keys: [])),
    .keyTurned(
      KeyRotation(
        removed: [3, 9], keys: [.init(device: 1, sealed: Array(repeating: 3, count: 80))])),
    .library(Array(repeating: 4, count: 32)),
    .founded(StreamStart(members: [:], base: 0, epoch: 1)),
    .founded(
      StreamStart(
        members: [
          3: Member(
            name: "desk", publicKey: Array(repeating: 9, count: 32), messageCount: 0,
            isRemoved: true)
        ], base: 1_000_000, epoch: 2, forgotten: [Array(repeating: 5, count: 16)])),
    .forgetting(
      ForgetRequest(
        id: Array(repeating: 5, count: 16), position: 300, waiting: [2, 1_000_000],
        done: [1: EventID(900)], endsStream: true)),
    .forgotten([]),
    .forgotten([ForgetReceipt(id: Array(repeating: 5, count: 16), newest: EventID(70_000))]),
    .joined(
      DeviceJoinRecord(
        name: "", publicKey: Array(repeating: 9, count: 32), invitation: 0, invited: 0)),
  ]

  @Test(arguments: contents) func `written messages can be read`(content: MessageContent) throws {
    #expect(try MessageContent(content.bytes, of: 7) == content)
  }

  @Test(arguments: contents) func `truncated and extended messages are rejected`(
    content: MessageContent
  ) {
    let bytes = content.bytes
    for end in bytes.indices {
      #expect(throws: SyncError.garbled) {
        try MessageContent(Array(bytes[..<end]), of: 7)
      }
    }
    #expect(throws: SyncError.garbled) { try MessageContent(bytes + [0], of: 7) }
  }

  @Test(arguments: [
    SharedForgetting(.url("https://a.example/"), newest: [:]),
    SharedForgetting(.under("https://a.example/b"), newest: [1: EventID(3)]),
    SharedForgetting(.site("a.example"), includesMentions: true, newest: [1: EventID(3)]),
    SharedForgetting(.tab(EventOrigin(device: 2, sequence: EventID(9))), newest: [:]),
    SharedForgetting(
      .written([
        1: RangeSet([EventID(1)..<EventID(10), EventID(12)..<EventID(13)]),
        300: RangeSet(EventID(70_000)..<EventID(70_001)),
      ]),
      newest: [1: EventID(9), 2: EventID(3)]),
  ]) func `a forget request is encoded and decoded`(forgetting: SharedForgetting) throws {
    #expect(try SharedForgetting(forgetting.bytes) == forgetting)
    for end in forgetting.bytes.indices {
      #expect(throws: SyncError.garbled) {
        try SharedForgetting(Array(forgetting.bytes[..<end]))
      }
    }
  }

  @Test func `an unknown kind of message belongs to a newer version`() {
    #expect(throws: SyncError.unknownForm) { try MessageContent([11], of: 7) }
    #expect(throws: SyncError.garbled) { try MessageContent([0], of: 7) }
    #expect(throws: SyncError.unknownForm) { try SealedMessage(Array("Rt\u{3}\u{1}".utf8)) }
    #expect(throws: SyncError.unknownForm) { try SealedMessage(Array("Rt\u{1}\u{4}".utf8)) }
    #expect(throws: SyncError.garbled) { try SealedMessage(Array("Rt\u{1}\u{1}".utf8)) }
    #expect(throws: SyncError.garbled) { try SealedMessage([]) }
  }

  @Test(
    arguments: [
      // The number of elements is larger than the message.
      [2, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
      [2, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      // The first number has more than 64 bits, and the second has no end.
      [2, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
      [2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80],
      // A batch without events, an event without a number, and an event after the largest number.
      [2, 1, 0, 0], [2, 1, 1, 0, 0, 0], [2, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0, 0],
      [2, 1, 2, 0xF0, 0xFF, 0xFF, 0xFF, 0x03, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0, 0],
      // The second of one part, and a part of zero.
      [3, 1, 1, 0], [3, 0, 0, 0], [3, 0, 0xFF, 0xFF, 0xFF, 0x0F, 0],
      // A name that is not valid UTF-8.
      [1, 1, 0xFF],
    ] as [[UInt8]]) func `impossible numbers are refused`(bytes: [UInt8])
  {
    #expect(throws: SyncError.garbled) { try MessageContent(bytes, of: 7) }
  }

  @Test func `no bytes cause a trap, and bytes that can be read are written unchanged`() {
    var random = SplitMix64(seed: 42)
    let samples = Self.contents.map(\.bytes)
    for _ in 0..<60_000 {
      var bytes = random.pick(samples)
      for _ in 0...random.below(4) { random.mutate(&bytes) }
      guard let content = try? MessageContent(bytes, of: 7) else { continue }
      #expect((try? MessageContent(content.bytes, of: 7)) == content)
    }
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(40)).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try? MessageContent(bytes, of: 7)
      _ = try? SealedMessage(bytes)
      _ = try? SyncState(bytes: bytes)
      _ = try? Invitation("retrace:" + String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test func `no changed message of a stream makes a device trap`() throws {
    let profile = try SharedProfile()
    let (desk, phone) = (profile.devices[0], profile.devices[1])
    try desk.keep("one")
    try desk.exchange()
    let syncState = try phone.sync.syncState
    let message = try #require(profile.stream.messages.last)
    var random = SplitMix64(seed: 7)
    for _ in 0..<4_000 {
      var changed = message
      random.mutate(&changed.bytes)
      guard changed.bytes != message.bytes else { continue }
      var copy = syncState
      let failure = #expect(throws: SyncError.self) { try copy.apply(changed) }
      #expect(failure?.description.hasSuffix(".") == true)
      #expect(copy == syncState)
    }
    var copy = syncState
    _ = try copy.apply(message)
    #expect(copy.position == message.position)
  }

  @Test func `a message can only be decrypted with its head, profile and key`() throws {
    let head = SealedMessage.Head(
      epoch: 2, device: 3, number: .max, position: 1 << 40, before: Array(1...32))
    let (profile, key) = (Sodium.random(16), Sodium.random(32))
    let bytes = SealedMessage.bytes(head, [1, 2, 3], of: profile, key: key)
    let message = try SealedMessage(bytes)
    #expect(message.head == head)
    #expect(message.content(of: profile, key: key) == [1, 2, 3])
    #expect(message.content(of: Sodium.random(16), key: key) == nil)
    #expect(message.content(of: profile, key: Sodium.random(32)) == nil)
    #expect(bytes.count == SealedMessage.overhead + 3)
    for index in bytes.indices.dropFirst(MessageForm.length) {
      var changed = bytes
      changed[index] ^= 0x80
      #expect(try SealedMessage(changed).content(of: profile, key: key) == nil)
    }
    // The same content is encrypted differently each time.
    #expect(SealedMessage.bytes(head, [1, 2, 3], of: profile, key: key) != bytes)
  }
}

extension SplitMix64 {
  /// Changes bytes in one of several ways.
  mutating func mutate(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes.append(UInt8(below(256))) }
    let index = below(bytes.count)
    switch below(6) {
    case 0: bytes[index] ^= 1 << UInt8(below(8))
    case 1: bytes[index] = pick([0, 1, 0x7F, 0x80, 0xFF] as [UInt8])
    case 2: bytes.remove(at: index)
    case 3: bytes.insert(UInt8(below(256)), at: index)
    case 4: bytes.removeSubrange(index...)
    default: bytes += bytes[index...]
    }
  }
}
