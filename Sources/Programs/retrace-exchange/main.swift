import Catalogue
import Platform

exit(HelperMain.run(ExchangeCommands.declarations, ExchangeCommand.run).rawValue)
