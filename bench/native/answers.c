/* Writes the answers of the scripted upstream, in the chat completions and the messages format. */
#define _GNU_SOURCE
#include "answers.h"
#include "common.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char words[] = "and the sea was calm that day, ";

#define CHUNK_HEAD "\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,\"model\":\"m\""
#define CHAT_USAGE "\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":40,\"total_tokens\":52}"

/* One chunk of the chunked transfer encoding, and no more: its length is written before it. */
static size_t write_chunk(char *out, size_t room, const char *format, ...) {
  char text[2048];
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return (size_t)snprintf(out, room, "%x\r\n%s\r\n", length, text);
}

static size_t write_text(char *out, long bytes) {
  for (long at = 0; at < bytes; at += (long)sizeof words - 1) {
    long rest = bytes - at;
    memcpy(out + at, words, rest < (long)sizeof words - 1 ? (size_t)rest : sizeof words - 1);
  }
  memcpy(out + bytes, WHOLE_END, sizeof WHOLE_END - 1);
  return (size_t)bytes + sizeof WHOLE_END - 1;
}

size_t write_whole(char *out, size_t room, enum dialect dialect, long text_bytes) {
  static const char *const before[] = {
      "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1700000000,\"model\":\"m\","
      "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"",
      "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\","
      "\"content\":[{\"type\":\"text\",\"text\":\"",
  };
  static const char *const after[] = {
      "\",\"refusal\":null},\"logprobs\":null,\"finish_reason\":\"stop\"}]," CHAT_USAGE "}",
      "\"}],\"stop_reason\":\"end_turn\",\"stop_sequence\":null,"
      "\"usage\":{\"input_tokens\":12,\"output_tokens\":40}}",
  };
  size_t body = strlen(before[dialect]) + (size_t)text_bytes + sizeof WHOLE_END - 1 +
                strlen(after[dialect]);
  size_t at = (size_t)snprintf(out, room,
                               "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
                               "content-length: %zu\r\n\r\n%s",
                               body, before[dialect]);
  at += write_text(out + at, text_bytes);
  return at + (size_t)snprintf(out + at, room - at, "%s", after[dialect]);
}

size_t write_stream_head(char *out, size_t room, enum dialect dialect) {
  size_t at = (size_t)snprintf(out, room,
                               "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
                               "cache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n");
  if (dialect == CHAT)
    return at + write_chunk(out + at, room - at,
                            "data: {" CHUNK_HEAD ",\"choices\":[{\"index\":0,\"delta\":{\"role\":"
                            "\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n");
  return at + write_chunk(out + at, room - at,
                          "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{"
                          "\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\","
                          "\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,"
                          "\"usage\":{\"input_tokens\":12,\"output_tokens\":1}}}\n\n"
                          "event: content_block_start\ndata: {\"type\":\"content_block_start\","
                          "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n");
}

size_t write_event(char *out, size_t room, enum dialect dialect, int64_t sent_ns) {
  static const char *const formats[] = {
      "data: {" CHUNK_HEAD ",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" sea@%0*ld\"},"
      "\"finish_reason\":null}]}\n\n",
      "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"
      "\"delta\":{\"type\":\"text_delta\",\"text\":\" sea@%0*ld\"}}\n\n",
  };
  return write_chunk(out, room, formats[dialect], STAMP_DIGITS, sent_ns);
}

size_t write_stream_end(char *out, size_t room, enum dialect dialect, int with_usage) {
  size_t at;
  if (dialect == CHAT)
    at = write_chunk(out, room,
                     "data: {" CHUNK_HEAD ",\"choices\":[{\"index\":0,\"delta\":{},"
                     "\"finish_reason\":\"stop\"}]}\n\n%sdata: [DONE]\n\n",
                     with_usage ? "data: {" CHUNK_HEAD ",\"choices\":[]," CHAT_USAGE "}\n\n" : "");
  else
    at = write_chunk(out, room,
                     "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
                     "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{"
                     "\"stop_reason\":\"end_turn\",\"stop_sequence\":null},"
                     "\"usage\":{\"output_tokens\":40}}\n\n"
                     "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
  return at + (size_t)snprintf(out + at, room - at, "0\r\n\r\n");
}
