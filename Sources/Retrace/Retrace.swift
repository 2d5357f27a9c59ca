// The names that `import Retrace` makes visible, one by one. Everything else is reachable by
// importing the module that declares it. No name may hide a name of Foundation or SwiftUI. Types
// with such a name are nested, as in `Session.Tab` and `Session.Action`.
//
// Each line re-exports a declaration of a module, so that its members are visible, too.

// Search engines.
@_exported public import struct Addresses.SearchEngine
@_exported public import struct Addresses.SearchTemplate
// Ids.
@_exported public import typealias BrowserModel.BatchID
// States without text, and their differences.
@_exported public import enum BrowserModel.BookmarkChange
// The parameters of actions.
@_exported public import struct BrowserModel.BookmarkEdit
@_exported public import typealias BrowserModel.BookmarkID
@_exported public import typealias BrowserModel.BranchID
@_exported public import struct BrowserModel.Browser
@_exported public import enum BrowserModel.Change
@_exported public import enum BrowserModel.ClosedChange
@_exported public import typealias BrowserModel.ClosedItemID
@_exported public import struct BrowserModel.CustomValue
@_exported public import struct BrowserModel.Destination
@_exported public import enum BrowserModel.EntryChange
@_exported public import typealias BrowserModel.EntryID
@_exported public import struct BrowserModel.EventID
@_exported public import protocol BrowserModel.EventReference
@_exported public import struct BrowserModel.Following
@_exported public import enum BrowserModel.GroupChange
@_exported public import typealias BrowserModel.GroupID
@_exported public import struct BrowserModel.NewBookmark
@_exported public import struct BrowserModel.OpenTab
@_exported public import struct BrowserModel.Place
@_exported public import struct BrowserModel.ProfileState
@_exported public import struct BrowserModel.Refusal
@_exported public import struct BrowserModel.Restoration
@_exported public import enum BrowserModel.TabChange
@_exported public import struct BrowserModel.TabGroup
@_exported public import typealias BrowserModel.TabID
@_exported public import struct BrowserModel.TakenTab
@_exported public import struct BrowserModel.TypedID
@_exported public import enum BrowserModel.ValueOwner
@_exported public import enum BrowserModel.WindowChange
@_exported public import typealias BrowserModel.WindowID
@_exported public import struct BrowserModel.ZoomAnswer
@_exported public import enum BrowserModel.ZoomChange
@_exported public import struct BrowserModel.ZoomLevel
// The dialogue with an engine.
@_exported public import struct EngineDialogue.EngineCommand
@_exported public import struct EngineDialogue.EngineDriver
@_exported public import struct EngineDialogue.EngineItem
@_exported public import struct EngineDialogue.EngineList
@_exported public import struct EngineDialogue.EngineReport
@_exported public import enum EngineDialogue.ReportAnswer
// The log and its moments.
@_exported public import class RetraceEventLog.EventLog
@_exported public import struct RetraceEventLog.LogError
// Sessions: states with their text.
@_exported public import struct RetraceSessions.LabeledMoment
@_exported public import struct RetraceSessions.Session
// A profile in use.
@_exported public import struct RetraceStore.Commit
@_exported public import struct RetraceStore.CommitSummary
@_exported public import struct RetraceStore.ForgettingRequest
@_exported public import struct RetraceStore.Origin
@_exported public import struct RetraceStore.PageQuery
@_exported public import struct RetraceStore.Precondition
@_exported public import struct RetraceStore.Proposal
@_exported public import struct RetraceStore.ProposalPreview
@_exported public import class RetraceStore.Store
@_exported public import struct RetraceStore.StoreChange
@_exported public import struct RetraceStore.StoreChanges
@_exported public import struct RetraceStore.UndoResult
@_exported public import enum RetraceStore.UndoScope
@_exported public import struct RetraceStore.UndoneActions
@_exported public import struct RetraceTimeline.EventDescription
@_exported public import enum RetraceTimeline.Moment
@_exported public import struct RetraceTimeline.ProgramActions
