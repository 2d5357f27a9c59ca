// The C library. Other modules import it through this module, so that a port only changes this
// file. Retrace is developed and tested with glibc. The other branches are not compiled in CI.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
