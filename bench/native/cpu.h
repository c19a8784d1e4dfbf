/* CPU time of a process, its threads and all its descendants, from the kernel's accounting. */
#ifndef PARLEY_BENCH_CPU_H
#define PARLEY_BENCH_CPU_H

/* Microseconds in user and kernel mode so far; 0 for process 0. Ends the program when the process is gone. */
double read_cpu_us(int root);

#endif
