import Catalogue
import Platform

Output.ignoreClosedPipes()
exit(LiveCommand.run(Array(CommandLine.arguments.dropFirst())).rawValue)
