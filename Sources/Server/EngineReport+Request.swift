internal import BrowserModel
internal import Catalogue
internal import EngineDialogue
internal import Notation

extension EngineReport {
  /// Creates the report of a view from the arguments of the method `report`.
  init(_ request: Request) throws {
    let news = try request.text("news")
    self.init(
      tab: TabID(Int32(clamping: try request.id("tab"))),
      number: Int(try request.number("number")), command: Int(try request.number("command")),
      news: try ViewEvent(news, request))
  }
}

extension EngineReport.ViewEvent {
  fileprivate init(_ name: String, _ request: Request) throws {
    switch name {
    case "started":
      self = .started(url: try request.text("url"), isByPage: request["isByPage"]?.isTrue ?? false)
    case "redirected": self = .redirected(to: try request.text("url"))
    case "committed":
      self = .committed(try request.list(), hasActivation: request.hasActivation)
    case "changedInPlace":
      self = .changedInPlace(try request.list(), hasActivation: request.hasActivation)
    case "titled": self = .titled(try request.item(), try request.text("title"))
    case "scrolled":
      self = .scrolled(
        try request.item(), x: Int32(clamping: try request.number("x")),
        y: Int32(clamping: try request.number("y")))
    case "failed": self = .failed(reason: try request.text("reason"), try request.list())
    case "finished": self = .finished(try request.list())
    case "gone": self = .gone
    default:
      throw CommandError(
        .badArguments, "“news” must be one of \(Self.names.joined(separator: ", ")).")
    }
  }
}

extension Request {
  fileprivate func text(_ name: String) throws -> String {
    guard let text = self[name]?.string else {
      throw CommandError(
        .badArguments,
        "“\(name)” is required in this report and must be a "
          + "string.")
    }
    return text
  }

  fileprivate func number(_ name: String) throws -> Int64 {
    guard let number = self[name]?.integer else {
      throw CommandError(
        .badArguments,
        "“\(name)” is required in this report and must be a "
          + "number.")
    }
    return number
  }

  fileprivate func id(_ name: String) throws -> Int64 {
    guard let id = self[name]?.id else {
      throw CommandError(
        .badArguments, "“\(name)” is required in this report and must be an id, which is a number.")
    }
    return id
  }

  fileprivate var hasActivation: Bool { self["hasActivation"] != .bool(false) }

  fileprivate func item() throws -> EngineItem.ID {
    guard let item = self["item"].flatMap({ EngineItem.ID($0) }) else {
      throw CommandError(
        .badArguments,
        "“item” must be {\"entry\":N}, or {\"own\":N} for an item that the view "
          + "created.")
    }
    return item
  }

  fileprivate func list() throws -> EngineList {
    let values = self["items"]?.elements ?? []
    let items = values.compactMap { value -> EngineItem? in
      guard let id = EngineItem.ID(value), let url = value["url"]?.string else { return nil }
      return EngineItem(id, url: url)
    }
    guard !items.isEmpty, items.count == values.count else {
      throw CommandError(
        .badArguments,
        "“items” must be the list of the view, with elements {\"entry\":N,\"url\":…} or "
          + "{\"own\":N,\"url\":…}.")
    }
    return EngineList(ContiguousArray(items), index: Int(clamping: try number("index")))
  }
}

extension EngineItem.ID {
  /// Creates the id of an item that a command specified or that the view created itself. Returns
  /// nil if the value is invalid.
  fileprivate init?(_ value: JSON) {
    if let number = value["entry"]?.id.flatMap({ Int32(exactly: $0) }) {
      self = .entry(EventID(number))
    } else if let number = value["own"]?.id {
      self = .own(Int(number))
    } else {
      return nil
    }
  }
}
