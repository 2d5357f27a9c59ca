// Texts and snapshots are spans of bytes, so every client of the model also needs `Bytes`.
@_exported public import Bytes
