/// The kind of thing that a ``BatchID`` identifies: events that are undone and redone together. It
/// has no values.
public enum BatchKind {}
