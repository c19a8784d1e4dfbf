/* The clock, sockets, arguments and failures of both programs. */
#define _GNU_SOURCE
#include "common.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

void die(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fputc('\n', stderr);
  exit(1);
}

void raise_limit(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

void set_options(int fd) {
  int on = 1;
  fcntl(fd, F_SETFL, O_NONBLOCK);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static struct sockaddr_in loopback(int port) {
  return (struct sockaddr_in){
      .sin_family = AF_INET,
      .sin_port = htons((uint16_t)port),
      .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
  };
}

int listen_on(int port) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = loopback(port);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || listen(fd, 8192) < 0)
    die("cannot listen on port %d: %s", port, strerror(errno));
  return fd;
}

int connect_to(int port) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) die("cannot open a socket: %s", strerror(errno));
  struct sockaddr_in address = loopback(port);
  set_options(fd);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0 && errno != EINPROGRESS)
    die("cannot connect to port %d: %s", port, strerror(errno));
  return fd;
}

const char *text_option(int argc, char **argv, const char *name, const char *fallback) {
  size_t length = strlen(name);
  for (int index = 1; index < argc; index++)
    if (strncmp(argv[index], name, length) == 0 && argv[index][length] == '=')
      return argv[index] + length + 1;
  return fallback;
}

double number_option(int argc, char **argv, const char *name, double fallback) {
  const char *text = text_option(argc, argv, name, NULL);
  if (text == NULL) return fallback;
  char *end;
  double value = strtod(text, &end);
  if (*text == 0 || *end != 0) die("%s needs a number, not \"%s\"", name, text);
  return value;
}
