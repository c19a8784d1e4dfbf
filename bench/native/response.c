/* Reads HTTP/1.1 responses as they arrive, and what the scripted upstream wrote into them. */
#define _GNU_SOURCE
#include "response.h"
#include "common.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void reset_response(struct response *response) {
  memset(response, 0, offsetof(struct response, head));
}

/* The value of a header in lower or upper case; NULL when it is absent. */
static const char *find_header(const struct response *response, const char *name) {
  const char *found = strcasestr(response->head, name);
  return found == NULL ? NULL : found + strlen(name);
}

static void read_head(struct response *response) {
  const char *length = find_header(response, "\r\ncontent-length:");
  const char *coding = find_header(response, "\r\ntransfer-encoding: chunked");
  response->status = atoi(response->head + 9);
  response->closes = find_header(response, "\r\nconnection: close") != NULL;
  if (coding != NULL) {
    response->stage = CHUNK_SIZE;
  } else if (length != NULL) {
    response->left = strtoull(length, NULL, 10);
    response->stage = response->left == 0 ? COMPLETE : SIZED;
  } else {
    response->stage = INVALID;
  }
}

static void read_body(struct response *response, const char *bytes, size_t length,
                      const char *end_mark, void (*on_event)(void *, int64_t), void *owner) {
  response->bytes += length;
  for (size_t index = 0; index < length; index++) {
    char character = bytes[index];
    if (end_mark[response->matched] != 0) {
      if (character == end_mark[response->matched]) response->matched++;
      else response->matched = character == end_mark[0];
    }
    if (character == '@') {
      response->digits = STAMP_DIGITS;
      response->stamp = 0;
    } else if (response->digits > 0 && isdigit((unsigned char)character)) {
      response->stamp = response->stamp * 10 + (character - '0');
      if (--response->digits > 0) continue;
      response->events++;
      on_event(owner, response->stamp);
    }
  }
}

/* Reads one character of what frames the chunks. */
static void read_framing(struct response *response, char character) {
  switch (response->stage) {
  case CHUNK_SIZE:
    if (isxdigit((unsigned char)character))
      response->left = response->left * 16 +
                       (uint64_t)(isdigit((unsigned char)character) ? character - '0'
                                                                    : (character | 32) - 'a' + 10);
    else if (character == '\n') response->stage = response->left == 0 ? TRAILER : CHUNK;
    else if (character != '\r') response->stage = INVALID;
    break;
  case CHUNK_END:
    if (character == '\n') response->stage = CHUNK_SIZE;
    break;
  default: /* TRAILER: nothing but the empty line is expected. */
    if (character == '\n') response->stage = COMPLETE;
    else if (character != '\r') response->stage = INVALID;
  }
}

/* Returns how many of the bytes belong to the head. */
static size_t collect_head(struct response *response, const char *bytes, size_t length) {
  size_t before = response->head_length;
  size_t taken = length < MAX_HEAD - 1 - before ? length : MAX_HEAD - 1 - before;
  memcpy(response->head + before, bytes, taken);
  response->head_length += taken;
  response->head[response->head_length] = 0;
  char *end = memmem(response->head, response->head_length, "\r\n\r\n", 4);
  if (end == NULL) {
    if (response->head_length == MAX_HEAD - 1) response->stage = INVALID;
    return taken;
  }
  end[2] = 0;
  read_head(response);
  return (size_t)(end + 4 - response->head) - before;
}

void read_response(struct response *response, const char *bytes, size_t length, const char *end_mark,
                   void (*on_event)(void *, int64_t), void *owner) {
  while (length > 0 && response->stage < COMPLETE) {
    size_t taken = 1;
    if (response->stage == HEAD) {
      taken = collect_head(response, bytes, length);
    } else if (response->stage == SIZED || response->stage == CHUNK) {
      taken = response->left < length ? (size_t)response->left : length;
      read_body(response, bytes, taken, end_mark, on_event, owner);
      response->left -= taken;
      if (response->left == 0) response->stage = response->stage == SIZED ? COMPLETE : CHUNK_END;
    } else {
      read_framing(response, *bytes);
    }
    bytes += taken;
    length -= taken;
  }
  if (length > 0) response->stage = INVALID;
}
