import Foundation
import Testing

@testable import Addresses

@Suite struct PublicSuffixesTests {
  /// The rules that the list's own page explains.
  static let rules: [String: PublicSuffixes.Rule] = [
    "com": .suffix, "uk": .suffix, "co.uk": .suffix, "ck": [.suffix, .wildcard],
    "www.ck": .exception, "io": .suffix, "github.io": [.suffix, .isPrivate],
  ]

  @Test(arguments: [
    ("example.com", "example.com"), ("a.b.example.com", "example.com"),
    ("www.example.co.uk", "example.co.uk"), ("example.co.uk.", "example.co.uk."),
    ("co.uk", nil), ("com", nil), ("com.", nil), ("a.b.ck", "a.b.ck"), ("b.ck", nil),
    ("www.ck", "www.ck"), ("a.www.ck", "www.ck"), ("me.github.io", "me.github.io"),
    ("github.io", nil), ("example.unknown", nil), ("localhost", nil), ("", nil), (".", nil),
    (".com", nil), ("a..com", nil), ("..", nil),
  ])
  func findsTheRegistrableDomain(host: String, domain: String?) {
    let suffixes = PublicSuffixes { Self.rules[$0.text] ?? [] }
    let start = suffixes.registrableStart(in: host.utf8.span, includesPrivate: true)
    #expect(start.map { String(decoding: host.utf8.dropFirst($0), as: UTF8.self) } == domain)
  }

  @Test func ignoresPrivateRules() {
    let suffixes = PublicSuffixes { Self.rules[$0.text] ?? [] }
    let host = "me.github.io"
    #expect(suffixes.registrableStart(in: host.utf8.span, includesPrivate: false) == 3)
  }

  @Test(arguments: [
    ("example.com", true), ("example.co.uk", true), ("a.onion", true), ("a.xn--p1ai", true),
    ("a.aaa", true), ("a.zw", true), ("notes.txt", false), ("a", false), ("", false),
    ("a.zzz", false), ("a.", false),
  ])
  func knowsTheRootZone(host: String, isKnown: Bool) {
    #expect(PublicSuffixes.builtIn.isKnown(host.utf8.span) == isKnown)
  }

  @Test func dividesCountries() {
    let starts = ["www.example.co.uk", "www.example.com.uk", "co.com", "www.example.de"].map {
      PublicSuffixes.builtIn.registrableStart(in: $0.utf8.span, includesPrivate: true)
    }
    #expect(starts == [4, 4, 0, 4])
  }
}
