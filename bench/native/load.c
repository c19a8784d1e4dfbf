/*
 * A load generator: sends one request again and again, checks every answer, and prints one line of JSON.
 *   load port=8080 request=chat.http end='~end' connections=32 warm=1 seconds=3 pid=1234
 * request      a file with the bytes of the request, head and body
 * end          what the body of an answer must contain
 * events       text events that an answer must contain
 * bytes        least length of the body of an answer
 * connections  how many are open at once
 * rate         calls per second at fixed times; 0: each connection sends as soon as it has its answer
 * calls        ends after this many calls; 0: after `seconds`, once the calls under way have ended
 * warm         seconds before the measurement begins
 * ramp         seconds over which the connections are opened
 * pid          the process tree whose CPU time is measured; 0 for none
 */
#define _GNU_SOURCE
#include "common.h"
#include "cpu.h"
#include "response.h"
#include "samples.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define BATCH 512
#define MAX_ERRORS 20
/* Nanoseconds that calls under way may take after the end of the measurement. */
#define PATIENCE 60000000000LL

struct connection {
  int fd;
  int busy;
  size_t sent;
  /* When the call began, and when its last event arrived; 0 before the first. */
  int64_t started, last_event;
  struct response response;
};

static struct {
  int port, connections, pid;
  double rate, warm, seconds, ramp;
  long events, calls;
  uint64_t bytes;
  const char *end_mark;
  char *request;
  size_t request_length;
} plan;

static struct connection *connections;
static int poller;
static int opened, busy;
static long started_calls, ended_calls, errors;
static int64_t begin, end;
static int measuring, is_over;
static long measured_calls, measured_events;
static struct samples latencies, first_events, delays, gaps;

static void on_event(void *owner, int64_t sent_ns) {
  struct connection *connection = owner;
  int64_t now = now_ns(), last = connection->last_event;
  connection->last_event = now;
  if (!measuring) return;
  measured_events++;
  add_sample(&delays, now - sent_ns);
  if (last == 0) add_sample(&first_events, now - connection->started);
  else add_sample(&gaps, now - last);
}

static void open_connection(struct connection *connection) {
  connection->fd = connect_to(plan.port);
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = connection};
  epoll_ctl(poller, EPOLL_CTL_ADD, connection->fd, &event);
}

static void send_request(struct connection *connection) {
  while (connection->sent < plan.request_length) {
    ssize_t count = send(connection->fd, plan.request + connection->sent,
                         plan.request_length - connection->sent, MSG_NOSIGNAL);
    if (count < 0) return;
    connection->sent += (size_t)count;
  }
}

static int may_start(void) {
  return !is_over && (plan.calls == 0 || started_calls < plan.calls);
}

static void start_call(struct connection *connection, int64_t at) {
  started_calls++;
  busy++;
  connection->busy = 1;
  connection->sent = 0;
  connection->started = at;
  connection->last_event = 0;
  reset_response(&connection->response);
  send_request(connection);
}

static const char *find_fault(const struct response *response) {
  if (response->stage != COMPLETE) return "the answer broke off";
  if (response->status != 200) return "the status is not 200";
  if (plan.end_mark[response->matched] != 0) return "the end mark is missing";
  if (response->events != plan.events) return "events are missing";
  if (response->bytes < plan.bytes) return "the body is too short";
  return NULL;
}

static void end_call(struct connection *connection) {
  struct response *response = &connection->response;
  const char *fault = find_fault(response);
  busy--;
  ended_calls++;
  connection->busy = 0;
  if (fault != NULL) {
    errors++;
    if (errors <= 3)
      fprintf(stderr, "%s (status %d, %ld events, %lu bytes)\n", fault, response->status,
              response->events, (unsigned long)response->bytes);
    if (errors >= MAX_ERRORS) die("%d answers were wrong", MAX_ERRORS);
  } else if (measuring) {
    measured_calls++;
    add_sample(&latencies, now_ns() - connection->started);
  }
  if (response->stage != COMPLETE || response->closes) {
    close(connection->fd);
    open_connection(connection);
  }
  if (plan.rate == 0 && may_start()) start_call(connection, now_ns());
}

static void receive(struct connection *connection) {
  static char bytes[65536];
  for (;;) {
    ssize_t count = recv(connection->fd, bytes, sizeof bytes, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count > 0 && connection->busy) {
      read_response(&connection->response, bytes, (size_t)count, plan.end_mark, on_event,
                    connection);
      if (connection->response.stage < COMPLETE) continue;
      return end_call(connection);
    }
    if (connection->busy) return end_call(connection);
    /* The server closed an idle connection. */
    close(connection->fd);
    return open_connection(connection);
  }
}

static struct connection *find_idle(void) {
  for (int index = 0; index < opened; index++)
    if (!connections[index].busy) return &connections[index];
  return NULL;
}

/* Starts the calls whose time has come; a call that finds no free connection is late. */
static void start_due_calls(int64_t first, int64_t now) {
  for (;;) {
    int64_t due = first + (int64_t)((double)started_calls * 1e9 / plan.rate);
    struct connection *idle = due > now || !may_start() ? NULL : find_idle();
    if (idle == NULL) return;
    start_call(idle, due);
  }
}

static void open_due_connections(int64_t first, int64_t now) {
  double share = plan.ramp == 0 ? 1 : (double)(now - first) / (plan.ramp * 1e9);
  int wanted = share >= 1 ? plan.connections : (int)(share * plan.connections) + 1;
  for (; opened < wanted; opened++) {
    open_connection(&connections[opened]);
    if (plan.rate == 0 && may_start()) start_call(&connections[opened], now_ns());
  }
}

static void wait_for_sockets(int64_t until) {
  struct epoll_event events[BATCH];
  int64_t left = until - now_ns();
  if (left < 0) left = 0;
  struct timespec timeout = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
  int count = epoll_pwait2(poller, events, BATCH, &timeout, NULL);
  for (int index = 0; index < count; index++) {
    struct connection *connection = events[index].data.ptr;
    if (connection->busy && connection->sent < plan.request_length) send_request(connection);
    if ((events[index].events & ~(uint32_t)EPOLLOUT) != 0) receive(connection);
  }
}

static int64_t next_wake(int64_t first, int64_t now) {
  int64_t next = !measuring && begin > now ? begin : end;
  if (plan.rate > 0) {
    int64_t due = first + (int64_t)((double)started_calls * 1e9 / plan.rate);
    if (due < next) next = due;
  }
  if (opened < plan.connections && now + 1000000 < next) next = now + 1000000;
  return next > now + 100000000 ? now + 100000000 : next;
}

static void read_plan(int argc, char **argv) {
  plan.port = (int)number_option(argc, argv, "port", 0);
  plan.connections = (int)number_option(argc, argv, "connections", 1);
  plan.pid = (int)number_option(argc, argv, "pid", 0);
  plan.rate = number_option(argc, argv, "rate", 0);
  plan.warm = number_option(argc, argv, "warm", 0);
  plan.seconds = number_option(argc, argv, "seconds", 1);
  plan.ramp = number_option(argc, argv, "ramp", 0);
  plan.calls = (long)number_option(argc, argv, "calls", 0);
  plan.events = (long)number_option(argc, argv, "events", 0);
  plan.bytes = (uint64_t)number_option(argc, argv, "bytes", 0);
  plan.end_mark = text_option(argc, argv, "end", "");
  const char *path = text_option(argc, argv, "request", "");
  FILE *file = fopen(path, "r");
  if (file == NULL) die("cannot read the request \"%s\"", path);
  plan.request = malloc(4 << 20);
  plan.request_length = fread(plan.request, 1, 4 << 20, file);
  fclose(file);
  connections = calloc((size_t)plan.connections, sizeof *connections);
}

int main(int argc, char **argv) {
  read_plan(argc, argv);
  raise_limit();
  poller = epoll_create1(0);
  int64_t first = now_ns(), ended_at = 0;
  double cpu = 0;
  begin = first + (int64_t)(plan.warm * 1e9);
  end = begin + (int64_t)(plan.seconds * 1e9);
  for (int64_t now; now = now_ns(), !is_over || busy > 0;) {
    if (!measuring && !is_over && now >= begin) {
      measuring = 1;
      begin = now;
      cpu = read_cpu_us(plan.pid);
    }
    int all_done = plan.calls > 0 && ended_calls >= plan.calls;
    if (!is_over && (all_done || (plan.calls == 0 && now >= end))) {
      cpu = read_cpu_us(plan.pid) - cpu;
      ended_at = now;
      measuring = 0;
      is_over = 1;
    }
    if (now > end + PATIENCE) die("%d calls did not end", busy);
    if (!is_over) open_due_connections(first, now);
    if (!is_over && plan.rate > 0) start_due_calls(first, now);
    wait_for_sockets(is_over ? now + 100000000 : next_wake(first, now));
  }
  printf("{\"seconds\":%.3f,\"calls\":%ld,\"events\":%ld,\"errors\":%ld,\"cpuUs\":%.0f",
         (double)(ended_at - begin) / 1e9, measured_calls, measured_events, errors, cpu);
  print_samples("latencyUs", &latencies);
  print_samples("firstEventUs", &first_events);
  print_samples("delayUs", &delays);
  print_samples("gapUs", &gaps);
  puts("}");
  return 0;
}
