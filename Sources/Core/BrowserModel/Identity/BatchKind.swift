/// What a ``BatchID`` names: events that are undone and redone together. It has no values.
public enum BatchKind {}
