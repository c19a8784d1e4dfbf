/*
 * A TCP proxy that makes a server on the loopback distant, and counts round trips:
 *   delay port=6000 to=5432 ms=20
 * Every byte arrives half of `ms` later in each direction. At SIGUSR1 it prints how many round trips were
 * begun so far: bytes of a client that follow bytes of the server, or are the first of a connection.
 */
#define _GNU_SOURCE
#include "common.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define BATCH 64

/* Bytes on their way; a piece without bytes is the end of its direction. */
struct piece {
  struct piece *next;
  int64_t due;
  size_t length, sent;
  char bytes[];
};

/* One socket and what is to be written to it. */
struct side {
  int fd;
  int is_client;
  struct side *peer;
  struct piece *first, *last;
  int is_closed;
  /* Whether bytes of the server have passed since the last bytes of the client. */
  int *answered;
};

struct list {
  struct side **sides;
  size_t count, room;
};

static int poller, target;
static int64_t half;
static long round_trips;
static struct list all;

static void remember(struct side *side) {
  if (all.count == all.room) {
    all.room = all.room * 2 + 64;
    all.sides = realloc(all.sides, all.room * sizeof *all.sides);
  }
  all.sides[all.count++] = side;
}

static struct side *create_side(int fd, int is_client) {
  struct side *side = calloc(1, sizeof *side);
  side->fd = fd;
  side->is_client = is_client;
  remember(side);
  struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.ptr = side};
  epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event);
  return side;
}

static void append(struct side *to, const char *bytes, size_t length) {
  struct piece *piece = malloc(sizeof *piece + length);
  *piece = (struct piece){.due = now_ns() + half, .length = length};
  memcpy(piece->bytes, bytes, length);
  if (to->last == NULL) to->first = piece;
  else to->last->next = piece;
  to->last = piece;
}

static void receive(struct side *side) {
  static char bytes[65536];
  ssize_t count = recv(side->fd, bytes, sizeof bytes, 0);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) {
    epoll_ctl(poller, EPOLL_CTL_DEL, side->fd, NULL);
    append(side->peer, NULL, 0);
    return;
  }
  if (side->is_client && *side->answered) round_trips++;
  *side->answered = !side->is_client;
  append(side->peer, bytes, (size_t)count);
}

/* Writes what is due. Returns when the next piece is due; INT64_MAX when there is none. */
static int64_t write_due(struct side *side, int64_t now) {
  while (side->first != NULL && side->first->due <= now) {
    struct piece *piece = side->first;
    if (piece->length == 0) shutdown(side->fd, SHUT_WR), side->is_closed = 1;
    ssize_t count = send(side->fd, piece->bytes + piece->sent, piece->length - piece->sent,
                         MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return now + 1000000;
    piece->sent += count > 0 ? (size_t)count : 0;
    if (count >= 0 && piece->sent < piece->length) continue;
    side->first = piece->next;
    if (side->first == NULL) side->last = NULL;
    free(piece);
  }
  return side->first == NULL ? INT64_MAX : side->first->due;
}

static void accept_client(int listener) {
  int fd = accept(listener, NULL, NULL);
  if (fd < 0) return;
  set_options(fd);
  struct side *client = create_side(fd, 1);
  struct side *server = create_side(connect_to(target), 0);
  client->peer = server;
  server->peer = client;
  client->answered = server->answered = malloc(sizeof(int));
  *client->answered = 1;
}

static void forget_closed(void) {
  for (size_t index = 0; index < all.count; index++) {
    struct side *side = all.sides[index], *peer = side->peer;
    if (!side->is_client || !side->is_closed || !peer->is_closed) continue;
    close(side->fd);
    close(peer->fd);
    free(side->answered);
    size_t kept = 0;
    for (size_t at = 0; at < all.count; at++)
      if (all.sides[at] != side && all.sides[at] != peer) all.sides[kept++] = all.sides[at];
    all.count = kept;
    free(side);
    free(peer);
    return;
  }
}

int main(int argc, char **argv) {
  int listener = listen_on((int)number_option(argc, argv, "port", 0));
  target = (int)number_option(argc, argv, "to", 0);
  half = (int64_t)(number_option(argc, argv, "ms", 0) * 1e6 / 2);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  int signaled = signalfd(-1, &signals, SFD_NONBLOCK);
  poller = epoll_create1(0);
  struct epoll_event listening = {.events = EPOLLIN, .data.ptr = &listener};
  struct epoll_event asked = {.events = EPOLLIN, .data.ptr = &signaled};
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &listening);
  epoll_ctl(poller, EPOLL_CTL_ADD, signaled, &asked);
  puts("ready");
  fflush(stdout);
  for (int64_t wake = INT64_MAX;;) {
    struct epoll_event events[BATCH];
    int64_t left = wake == INT64_MAX ? 1000000000 : wake - now_ns();
    if (left < 0) left = 0;
    struct timespec timeout = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
    int count = epoll_pwait2(poller, events, BATCH, &timeout, NULL);
    for (int index = 0; index < count; index++) {
      struct signalfd_siginfo info;
      if (events[index].data.ptr == &listener) accept_client(listener);
      else if (events[index].data.ptr != &signaled) receive(events[index].data.ptr);
      else if (read(signaled, &info, sizeof info) > 0) printf("%ld\n", round_trips), fflush(stdout);
    }
    int64_t now = now_ns();
    wake = INT64_MAX;
    for (size_t index = 0; index < all.count; index++) {
      int64_t due = write_due(all.sides[index], now);
      if (due < wake) wake = due;
    }
    forget_closed();
  }
}
