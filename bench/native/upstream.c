/*
 * A scripted upstream on the loopback: `upstream port=9001`.
 * The prompt of a request contains the script, so that any gateway carries it:
 *   script=whole-1000       a whole answer with 1,000 bytes of text
 *   script=stream-300-10000 a stream of 300 text events, one each 10,000 microseconds
 * Requests without a script get a whole answer of 600 bytes. Paths with /messages are answered in that
 * format, all others as chat completions.
 */
#define _GNU_SOURCE
#include "answers.h"
#include "common.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_REQUEST (4 << 20)
#define MAX_PENDING (1 << 20)
#define MAX_FDS 32768
#define BATCH 512

struct connection {
  int fd;
  /* The request so far. */
  char *in;
  size_t have, room;
  /* Bytes that the socket did not take yet. */
  char *out;
  size_t waiting;
  /* The stream under way: events left (0 for none), and when the next one is due. */
  enum dialect dialect;
  long left;
  int64_t gap, due;
  int with_usage;
  /* Place in the queue of streams, from 1; 0 for none. */
  int place;
};

static int poller;
static struct connection *connections[MAX_FDS];
/* A binary heap: the stream whose next event is due first is at place 1. */
static struct connection *queue[MAX_FDS + 1];
static int queued;

static void put(int place, struct connection *connection) {
  queue[place] = connection;
  connection->place = place;
}

static void sift(int place) {
  struct connection *moving = queue[place];
  for (; place > 1 && queue[place / 2]->due > moving->due; place /= 2) put(place, queue[place / 2]);
  for (;;) {
    int child = place * 2;
    if (child < queued && queue[child + 1]->due < queue[child]->due) child++;
    if (child > queued || queue[child]->due >= moving->due) break;
    put(place, queue[child]);
    place = child;
  }
  put(place, moving);
}

static void enqueue(struct connection *connection) {
  put(++queued, connection);
  sift(queued);
}

static void dequeue(struct connection *connection) {
  int place = connection->place;
  struct connection *last = queue[queued--];
  connection->place = 0;
  if (last == connection) return;
  put(place, last);
  sift(place);
}

static void drop(struct connection *connection) {
  if (connection->place > 0) dequeue(connection);
  connections[connection->fd] = NULL;
  close(connection->fd);
  free(connection->in);
  free(connection->out);
  free(connection);
}

static void watch(struct connection *connection, uint32_t events) {
  struct epoll_event event = {.events = events, .data.fd = connection->fd};
  epoll_ctl(poller, EPOLL_CTL_MOD, connection->fd, &event);
}

/* Returns 0 when the connection was dropped. */
static int send_bytes(struct connection *connection, const char *bytes, size_t length) {
  size_t sent = 0;
  if (connection->waiting == 0) {
    ssize_t count = send(connection->fd, bytes, length, MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN) return drop(connection), 0;
    sent = count < 0 ? 0 : (size_t)count;
    if (sent == length) return 1;
    watch(connection, EPOLLIN | EPOLLOUT);
  }
  size_t rest = length - sent;
  if (connection->waiting + rest > MAX_PENDING) return drop(connection), 0;
  connection->out = realloc(connection->out, connection->waiting + rest);
  memcpy(connection->out + connection->waiting, bytes + sent, rest);
  connection->waiting += rest;
  return 1;
}

static void flush(struct connection *connection) {
  ssize_t count = send(connection->fd, connection->out, connection->waiting, MSG_NOSIGNAL);
  if (count < 0 && errno != EAGAIN) return drop(connection);
  if (count <= 0) return;
  connection->waiting -= (size_t)count;
  memmove(connection->out, connection->out + count, connection->waiting);
  if (connection->waiting == 0) watch(connection, EPOLLIN);
}

/* Starts a stream at a random part of its gap, so that streams do not send in step. */
static void start_stream(struct connection *connection, long events, long gap_us) {
  char head[4096];
  connection->left = events;
  connection->gap = gap_us * 1000;
  connection->due = now_ns() + (int64_t)((double)connection->gap * rand() / RAND_MAX);
  size_t length = write_stream_head(head, sizeof head, connection->dialect);
  if (send_bytes(connection, head, length)) enqueue(connection);
}

static void send_due(struct connection *connection) {
  char frame[4096];
  size_t length = write_event(frame, sizeof frame, connection->dialect, now_ns());
  if (--connection->left == 0) {
    length += write_stream_end(frame + length, sizeof frame - length, connection->dialect,
                               connection->with_usage);
    dequeue(connection);
  } else {
    connection->due += connection->gap;
    sift(connection->place);
  }
  send_bytes(connection, frame, length);
}

/* The length of the first request in the buffer; 0 while it is not complete. */
static size_t find_request(const struct connection *connection) {
  const char *end = memmem(connection->in, connection->have, "\r\n\r\n", 4);
  if (end == NULL) return 0;
  size_t head = (size_t)(end - connection->in) + 4;
  const char *length = strcasestr(connection->in, "\r\ncontent-length:");
  if (length != NULL && length < end) {
    size_t total = head + strtoul(length + 17, NULL, 10);
    return connection->have >= total ? total : 0;
  }
  const char *chunked = strcasestr(connection->in, "\r\ntransfer-encoding:");
  if (chunked == NULL || chunked > end) return head;
  /* Clients send nothing before the answer, so a chunked request ends where the bytes do. */
  const char *tail = connection->in + connection->have - 5;
  return connection->have >= head + 5 && memcmp(tail, "0\r\n\r\n", 5) == 0 ? connection->have : 0;
}

static void answer(struct connection *connection, size_t length) {
  static char whole[MAX_PENDING];
  const char *line = memchr(connection->in, '\n', length);
  const char *path = memmem(connection->in, (size_t)(line - connection->in), "/messages", 9);
  const char *script = memmem(connection->in, length, "script=", 7);
  long size = 600, events = 0, gap = 0;
  connection->dialect = path == NULL ? CHAT : MESSAGES;
  connection->with_usage =
      memmem(connection->in, length, "\"include_usage\":true", 20) != NULL;
  if (script != NULL && sscanf(script, "script=stream-%ld-%ld", &events, &gap) == 2)
    return start_stream(connection, events, gap);
  if (script != NULL) sscanf(script, "script=whole-%ld", &size);
  if (size < 0 || size > MAX_PENDING / 2) size = 600;
  send_bytes(connection, whole, write_whole(whole, sizeof whole, connection->dialect, size));
}

static void receive(struct connection *connection) {
  if (connection->room - connection->have < 65536) {
    connection->room = connection->room * 2 + 131072;
    if (connection->room > MAX_REQUEST) return drop(connection);
    connection->in = realloc(connection->in, connection->room);
  }
  ssize_t count = recv(connection->fd, connection->in + connection->have,
                       connection->room - connection->have - 1, 0);
  if (count == 0 || (count < 0 && errno != EAGAIN)) return drop(connection);
  if (count < 0) return;
  connection->have += (size_t)count;
  connection->in[connection->have] = 0;
  size_t length = find_request(connection);
  if (length == 0) return;
  connection->have = 0;
  answer(connection, length);
}

static void accept_all(int listener) {
  for (int fd; (fd = accept(listener, NULL, NULL)) >= 0;) {
    if (fd >= MAX_FDS) die("too many connections");
    set_options(fd);
    struct connection *connection = calloc(1, sizeof *connection);
    connection->fd = fd;
    connections[fd] = connection;
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event);
  }
}

static int wait_for_events(struct epoll_event *events) {
  if (queued == 0) return epoll_wait(poller, events, BATCH, -1);
  int64_t left = queue[1]->due - now_ns();
  if (left < 0) left = 0;
  struct timespec timeout = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
  return epoll_pwait2(poller, events, BATCH, &timeout, NULL);
}

int main(int argc, char **argv) {
  raise_limit();
  int listener = listen_on((int)number_option(argc, argv, "port", 0));
  struct epoll_event events[BATCH];
  struct epoll_event listening = {.events = EPOLLIN, .data.fd = listener};
  poller = epoll_create1(0);
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &listening);
  puts("ready");
  fflush(stdout);
  for (;;) {
    int count = wait_for_events(events);
    for (int index = 0; index < count; index++) {
      int fd = events[index].data.fd;
      if (fd == listener) {
        accept_all(listener);
        continue;
      }
      if (connections[fd] != NULL && (events[index].events & EPOLLOUT) != 0) flush(connections[fd]);
      if (connections[fd] != NULL && (events[index].events & ~EPOLLOUT) != 0) receive(connections[fd]);
    }
    for (int64_t now = now_ns(); queued > 0 && queue[1]->due <= now;) send_due(queue[1]);
  }
}
