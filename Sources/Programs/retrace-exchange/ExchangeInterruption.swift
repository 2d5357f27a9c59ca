import BrowserModel
import Console
import EventLog
import Exchange
import Glibc
internal import Notation
import Platform
import Store

/// Ctrl-C, once what was begun is cleared away.
struct ExchangeInterruption: Error {}
