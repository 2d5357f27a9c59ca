import Catalogue
import Console
import Platform
import Server

let arguments = Array(CommandLine.arguments.dropFirst())
exit(Program.run(arguments, server: ServerLoop.run).rawValue)
