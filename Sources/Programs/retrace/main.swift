import Agents
import Catalogue
import Console
import Platform
import Server

let arguments = Array(CommandLine.arguments.dropFirst())
let server = ProgramServer(serve: ServerLoop.run, serveAgent: AgentServer.run)
exit(Program.run(arguments, server: server).rawValue)
