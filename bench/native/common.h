/* What the upstream and the load generator share: the clock, sockets, arguments, failures. */
#ifndef PARLEY_BENCH_COMMON_H
#define PARLEY_BENCH_COMMON_H

#include <stdint.h>
#include <stddef.h>

/* Every event carries '@' and the time it was sent: this many digits of nanoseconds. */
#define STAMP_DIGITS 18
/* The content of every whole answer ends with these characters. */
#define WHOLE_END "~end"

/* Nanoseconds of the monotonic clock, which all processes of a machine share. */
int64_t now_ns(void);

/* Prints a message and ends the process with exit code 1. */
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Allows as many open sockets as the system lets this process have. */
void raise_limit(void);

/* A listening or connected loopback socket that does not block and does not wait to send. */
int listen_on(int port);
int connect_to(int port);
void set_options(int fd);

/* The value of an argument `name=value`; `fallback` when it is absent. */
const char *text_option(int argc, char **argv, const char *name, const char *fallback);
double number_option(int argc, char **argv, const char *name, double fallback);

#endif
