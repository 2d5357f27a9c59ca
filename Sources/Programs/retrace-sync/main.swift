import Catalogue
import Glibc

let declarations = SyncCommands.declarations + HelperCommands.declarations
exit(HelperMain.run(declarations, SyncCommand.run).rawValue)
