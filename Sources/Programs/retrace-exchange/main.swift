import Catalogue
import Glibc

exit(HelperMain.run(ExchangeCommands.declarations, ExchangeCommand.run).rawValue)
