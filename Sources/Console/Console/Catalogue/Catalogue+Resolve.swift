internal import Addresses
internal import BrowserModel
internal import Notation

extension Catalogue {
  static let resolve = command(
    CommandDeclaration(
      "resolve", in: .navigation, .reads, "say what typing something would do, and why",
      details: [
        "Policies: “retrace” is how “go” decides; “chromium” and “firefox” decide as these browsers' "
          + "address bars do; “whatwg” is the URL Standard's parser and nothing else."
      ],
      takes: [.required("text", .text)],
      options: [
        .value(
          "policy", "P", .choice(Policy.allCases.map(\.name)), "the rules by which it is decided"),
        .value("base", "URL", .address, "what a relative URL is relative to, with “whatwg”"),
        .value("complete", "DOMAIN", .text, "add www. and a domain, as Ctrl-Enter adds com"),
      ],
      examples: [
        .init("resolve localhost:8080", "an address, not a search"),
        .init("resolve --policy firefox 1.2.3", "what Firefox makes of it"),
        .init("resolve --complete com swift", "https://www.swift.com/"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let text = arguments.text("text") ?? ""
    let policy = try policy(arguments)
    let resolution = try shell.resolve(text, by: policy) {
      $0.base = arguments.text("base").flatMap { URL($0) }
      $0.completion = arguments.text("complete")
    }
    if shell.printsJSON { return jsonAnswer(resolution, text, policy) }
    return shell.resolutionAnswer(resolution)
  }

  /// The policy that was asked for. A base belongs to one of them, and has to be a URL.
  private static func policy(_ arguments: Arguments) throws(CommandFailure) -> Policy {
    let name = arguments.text("policy")
    let policy = Policy.allCases.first { $0.name == name } ?? .retrace
    guard let base = arguments.text("base") else { return policy }
    guard policy == .whatwg else {
      throw CommandFailure("invalidValue", "A base is for --policy whatwg alone.")
    }
    guard URL(base) != nil else {
      throw CommandFailure("invalidAddress", "The base “\(base)” is no URL.")
    }
    return policy
  }

  private static func jsonAnswer(
    _ resolution: Resolution, _ text: String, _ policy: Policy
  ) -> Answer {
    Answer { json in
      json.member("input", text)
      json.member("kind", "\(resolution.kind)")
      json.member("url", resolution.url?.href)
      json.member("policy", policy.name)
      json.member("reason", resolution.reason)
      json.member("display", resolution.display)
    }
  }
}

extension Resolution {
  /// What the address field shows: the words of a search, else the address (A4); nil when refused.
  fileprivate var display: String? { words ?? url.map { displayText(of: $0) } }
}

extension Shell {
  /// “https://example.com/ (address: it is a host name)”.
  fileprivate func resolutionAnswer(_ resolution: Resolution) -> Answer {
    let kind: VisibleText =
      switch resolution.kind {
      case .url: "address"
      case .search: "search"
      case .refused: "refused"
      }
    let why: VisibleText = "\(kind): \(resolution.reason.clause)"
    guard let url = resolution.url else { return Answer(why) }
    return Answer("\(url.href) " + style.apply(.dim, to: "(\(why))"))
  }
}
