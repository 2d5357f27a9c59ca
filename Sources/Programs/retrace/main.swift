import Catalogue
import Console
import Glibc
import Server

let arguments = Array(CommandLine.arguments.dropFirst())
exit(Program.run(arguments, server: ServerLoop.run).rawValue)
