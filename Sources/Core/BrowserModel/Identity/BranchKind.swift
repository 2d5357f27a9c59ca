/// The kind of thing that a ``BranchID`` identifies: a branch of the log. The type has no values.
public enum BranchKind {}
