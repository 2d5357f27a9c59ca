// What a program sees that says `import Retrace`: the store, the model, addresses, the dialogue with
// an engine, and what this module adds.
@_exported public import Addresses
@_exported public import BrowserModel
@_exported public import EngineDialogue
@_exported public import EventLog
@_exported public import Store
@_exported public import Timeline
