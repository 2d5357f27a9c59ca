import BrowserModel
import Catalogue
import Exchange
import Glibc
internal import Notation
import Platform
import RetraceEventLog
import RetraceStore

/// Ctrl-C, once what was begun is cleared away.
struct ExchangeInterruption: Error {}
