/* The answers of the scripted upstream, in the chat completions and the messages format. */
#ifndef PARLEY_BENCH_ANSWERS_H
#define PARLEY_BENCH_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

enum dialect { CHAT, MESSAGES };

/* Each writes one part of an HTTP response to `out` and returns its length. */
size_t write_whole(char *out, size_t room, enum dialect dialect, long text_bytes);
size_t write_stream_head(char *out, size_t room, enum dialect dialect);
size_t write_event(char *out, size_t room, enum dialect dialect, int64_t sent_ns);
size_t write_stream_end(char *out, size_t room, enum dialect dialect, int with_usage);

#endif
