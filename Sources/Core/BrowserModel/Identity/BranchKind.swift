/// The kind of thing that a ``BranchID`` identifies: a branch of the log. It has no values.
public enum BranchKind {}
