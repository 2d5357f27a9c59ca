internal import Catalogue
internal import CommandKit

/// The request as a command.
extension Request {
  /// Returns the arguments of the command that has the name of the request's method.
  func arguments() throws -> Arguments {
    try arguments(refusingPositions: self["ifAt"] != nil)
  }

  /// - Parameters:
  ///   - refusesPositions: Whether references by position are rejected, because the request depends
  ///     on the state at an event, and something else may now be at the position.
  ///   - addsNames: Whether the request can have ``ServedMethod/addedNames(of:)``.
  func arguments(refusingPositions refusesPositions: Bool, addsNames: Bool = true) throws
    -> Arguments
  {
    let declaration = try declaration()
    let arguments = try Arguments(
      declaration, named: parameters,
      except: addsNames ? ServedMethod.addedNames(of: declaration) : [])
    if refusesPositions, let (name, reference) = arguments.firstPosition {
      throw CommandError(
        .badArguments,
        "With “ifAt”, “\(name)” needs an id such as 7. By now, something else may be at "
          + "\(reference).")
    }
    return arguments
  }

  private func declaration() throws -> CommandDeclaration {
    let index = CommandCatalogue.table.index
    guard let place = index.place(of: method) else {
      let nearest = Nearest.name(to: method, among: index.declarations.map(\.name))
      throw CommandError(
        .noSuchMethod,
        "There is no method “\(method)”"
          + (nearest.map { "; did you mean “\($0)”?" } ?? "; “help” lists the commands."))
    }
    if let reason = ServedMethod.refusal(of: index.declarations[place].name) {
      throw CommandError(.noSuchMethod, reason)
    }
    return index.declarations[place]
  }
}
