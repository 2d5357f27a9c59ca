import Catalogue
import Platform

let declarations =
  LiveCommands.declarations
  + [ExchangeCommands.recordDeclaration, HelperCommands.host, HelperCommands.relay]
exit(HelperMain.run(declarations, LiveCommand.run).rawValue)
