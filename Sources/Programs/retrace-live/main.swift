import Catalogue
import Glibc

Output.ignoreClosedPipes()
exit(LiveCommand.run(Array(CommandLine.arguments.dropFirst())).rawValue)
