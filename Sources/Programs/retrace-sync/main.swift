import Catalogue
import Platform

let declarations = SyncCommands.declarations + HelperCommands.declarations
exit(HelperMain.run(declarations, SyncCommand.run).rawValue)
