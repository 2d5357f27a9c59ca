/// What a ``BranchID`` names: a branch of the log. It has no values.
public enum BranchKind {}
