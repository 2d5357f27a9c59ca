import Catalogue
import Platform

let declarations = LiveCommands.declarations + [HelperCommands.host]
exit(HelperMain.run(declarations, LiveCommand.run).rawValue)
