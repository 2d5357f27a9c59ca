import Catalogue
import Platform

Output.ignoreClosedPipes()
exit(SyncCommand.run(Array(CommandLine.arguments.dropFirst())).rawValue)
