import Catalogue
import Glibc

Output.ignoreClosedPipes()
exit(SyncCommand.run(Array(CommandLine.arguments.dropFirst())).rawValue)
