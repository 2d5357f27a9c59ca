import Catalogue
import Glibc

Output.ignoreClosedPipes()
exit(ExchangeCommand.run(Array(CommandLine.arguments.dropFirst())).rawValue)
