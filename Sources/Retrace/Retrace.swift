// `import Retrace` makes the store, the model, addresses, the dialogue with an engine and the
// declarations of this module visible.
@_exported public import Addresses
@_exported public import BrowserModel
@_exported public import EngineDialogue
@_exported public import RetraceEventLog
@_exported public import RetraceStore
@_exported public import RetraceTimeline
