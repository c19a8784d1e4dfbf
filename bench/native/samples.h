/* Durations and their percentiles. */
#ifndef PARLEY_BENCH_SAMPLES_H
#define PARLEY_BENCH_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

/* All zero before the first sample. */
struct samples {
  int64_t *values;
  size_t count, room;
};

/* Adds a duration in nanoseconds; samples beyond twenty million are left out. */
void add_sample(struct samples *samples, int64_t ns);

/* Prints a field of a JSON object, after a comma: the count and percentiles in microseconds. */
void print_samples(const char *name, struct samples *samples);

#endif
