import Catalogue
import Platform

let declarations = SyncCommands.declarations + HelperCommands.ofSync
exit(HelperMain.run(declarations, SyncCommand.run).rawValue)
