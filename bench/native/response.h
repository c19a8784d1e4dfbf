/* Reads HTTP/1.1 responses as they arrive, and what the scripted upstream wrote into them. */
#ifndef PARLEY_BENCH_RESPONSE_H
#define PARLEY_BENCH_RESPONSE_H

#include <stddef.h>
#include <stdint.h>

#define MAX_HEAD 16384

enum stage { HEAD, SIZED, CHUNK_SIZE, CHUNK, CHUNK_END, TRAILER, COMPLETE, INVALID };

/* One response; all zero before its first byte. */
struct response {
  enum stage stage;
  int status;
  /* Whether the server closes the connection after it. */
  int closes;
  /* Bytes left of the body, or of the chunk. */
  uint64_t left;
  /* Bytes of the body so far. */
  uint64_t bytes;
  /* Text events of the scripted upstream so far. */
  long events;
  /* How much of the end mark matched last; its length once the mark was found. */
  size_t matched;
  /* The digits of a time stamp that was begun. */
  int digits;
  int64_t stamp;
  size_t head_length;
  char head[MAX_HEAD];
};

/* Starts to read the next response of a connection. */
void reset_response(struct response *response);

/*
 * Reads bytes of one response. `end_mark` is what the body must contain, with a first character that
 * occurs in it once; `on_event` gets the owner and the time at which each text event was sent.
 */
void read_response(struct response *response, const char *bytes, size_t length, const char *end_mark,
                   void (*on_event)(void *owner, int64_t sent_ns), void *owner);

#endif
