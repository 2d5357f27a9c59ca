// The declarations that are visible after `import Retrace`: the store, the model, addresses, the
// dialogue with an engine, and those of this module.
@_exported public import Addresses
@_exported public import BrowserModel
@_exported public import EngineDialogue
@_exported public import RetraceEventLog
@_exported public import RetraceStore
@_exported public import RetraceTimeline
