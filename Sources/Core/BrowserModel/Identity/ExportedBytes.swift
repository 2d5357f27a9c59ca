// Texts and snapshots are spans of bytes, so each user of the model also uses `Bytes`.
@_exported public import Bytes
