/* Durations and their percentiles. */
#include "samples.h"
#include "common.h"
#include <stdio.h>
#include <stdlib.h>

#define MAX_SAMPLES 20000000

void add_sample(struct samples *samples, int64_t ns) {
  if (samples->count == MAX_SAMPLES) return;
  if (samples->count == samples->room) {
    samples->room = samples->room * 2 + 65536;
    samples->values = realloc(samples->values, samples->room * sizeof *samples->values);
    if (samples->values == NULL) die("out of memory");
  }
  samples->values[samples->count++] = ns;
}

static int compare(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

void print_samples(const char *name, struct samples *samples) {
  static const double parts[] = {50, 90, 99, 100};
  qsort(samples->values, samples->count, sizeof *samples->values, compare);
  printf(",\"%s\":{\"count\":%zu", name, samples->count);
  for (size_t index = 0; index < sizeof parts / sizeof *parts && samples->count > 0; index++) {
    size_t place = (size_t)((double)samples->count * parts[index] / 100);
    if (place >= samples->count) place = samples->count - 1;
    printf(",\"p%g\":%.1f", parts[index], (double)samples->values[place] / 1000);
  }
  printf("}");
}
