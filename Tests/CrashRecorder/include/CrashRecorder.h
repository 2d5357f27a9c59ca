#ifndef CRASH_RECORDER_H
#define CRASH_RECORDER_H

#include <stdint.h>

/* Records what this process does to the files below a directory, so that a power cut at any moment can
   be tried afterwards on the record alone (see Disk.swift).

   It puts itself in front of the calls of the C library that change files, so the program that links it
   has to export them (--export-dynamic-symbol). Files called lock.mdb are left out: nothing in them
   outlives a power cut. */

/* Begins. `directory` is an absolute path without symbolic links; the record is written to `path`. */
void crash_recorder_begin(const char *directory, const char *path);

/* Notes that a step is on disk, as the program would say to its user: `text` describes the state. */
void crash_recorder_acknowledge(const char *text);

/* What a line of the record begins with. Numbers are little-endian. Each entry is: kind, 1 byte; inode,
   8 bytes; offset, 8 bytes; byte counts of two texts, 4 bytes each; the texts. */
enum crash_recorder_kind {
  CRASH_CREATED = 1,      /* a file appeared: its path */
  CRASH_MADE_DIRECTORY,   /* a directory appeared: its path */
  CRASH_WROTE,            /* bytes were written at an offset */
  CRASH_WROTE_DURABLY,    /* the same, and they were on disk when the call returned (O_DSYNC) */
  CRASH_TRUNCATED,        /* the file has `offset` bytes from now on */
  CRASH_SYNCED,           /* all of the file, or the directory with this path, is on disk */
  CRASH_RENAMED,          /* from the first path to the second */
  CRASH_REMOVED,          /* a file or a directory went: its path */
  CRASH_ACKNOWLEDGED      /* the text */
};

#endif
