/// The kind of thing that a ``BatchID`` identifies: events that are undone and redone together. The
/// type has no values.
public enum BatchKind {}
