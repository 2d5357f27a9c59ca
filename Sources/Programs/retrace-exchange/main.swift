import Catalogue
import Platform

Output.ignoreClosedPipes()
exit(ExchangeCommand.run(Array(CommandLine.arguments.dropFirst())).rawValue)
