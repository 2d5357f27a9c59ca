// What a program sees that says `import Retrace`: the store, the model, addresses, the dialogue with
// an engine, and what this module adds.
@_exported public import Addresses
@_exported public import BrowserModel
@_exported public import EngineDialogue
@_exported public import RetraceEventLog
@_exported public import RetraceStore
@_exported public import RetraceTimeline
