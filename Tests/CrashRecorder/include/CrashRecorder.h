#ifndef CRASH_RECORDER_H
#define CRASH_RECORDER_H

#include <stdint.h>

/* Records how this process changes the files in a directory, so that power cuts at any time can be
   simulated later from the record (see Disk.swift).

   It replaces the functions of the C library that change files, so a program that links it must export
   them (--export-dynamic-symbol). Files called lock.mdb are ignored, because their content does not matter
   after a power cut. */

/* Starts recording. `directory` is an absolute path without symbolic links. The record is written to `path`. */
void crash_recorder_begin(const char *directory, const char *path);

/* Records that a step is on disk, as the program would report to its user. `text` describes the state. */
void crash_recorder_acknowledge(const char *text);

/* The kinds of entries in the record. Numbers are little-endian. An entry consists of its kind (1 byte),
   inode (8 bytes), offset (8 bytes), the byte counts of two texts (4 bytes each), and the texts. */
enum crash_recorder_kind {
  CRASH_CREATED = 1,      /* a file was created: its path */
  CRASH_MADE_DIRECTORY,   /* a directory was created: its path */
  CRASH_WROTE,            /* bytes were written at an offset */
  CRASH_WROTE_DURABLY,    /* the same, and they were on disk when the call returned (O_DSYNC) */
  CRASH_TRUNCATED,        /* the size of the file was changed to `offset` bytes */
  CRASH_SYNCED,           /* the file, or the directory with this path, is completely on disk */
  CRASH_RENAMED,          /* from the first path to the second */
  CRASH_REMOVED,          /* a file or a directory was removed: its path */
  CRASH_ACKNOWLEDGED      /* the text */
};

#endif
