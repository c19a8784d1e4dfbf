/* Sums utime and stime of a process tree from /proc, with what ended children have left. */
#include "cpu.h"
#include "common.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_PROCESSES 32768

struct process {
  int pid, parent;
  long long ticks;
};

static int read_process(int pid, struct process *process) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE *file = fopen(path, "r");
  if (file == NULL) return 0;
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  /* The name stands in parentheses and may contain anything. */
  const char *rest = strrchr(text, ')');
  long long user, system, user_of_ended, system_of_ended;
  if (rest == NULL || sscanf(rest + 2, "%*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld %lld %lld",
                             &process->parent, &user, &system, &user_of_ended, &system_of_ended) != 5)
    return 0;
  process->pid = pid;
  process->ticks = user + system + user_of_ended + system_of_ended;
  return 1;
}

static int belongs(const struct process *all, int count, int pid, int root) {
  for (int depth = 0; depth < 64 && pid > 1; depth++) {
    if (pid == root) return 1;
    int parent = 0;
    for (int index = 0; index < count; index++)
      if (all[index].pid == pid) parent = all[index].parent;
    pid = parent;
  }
  return 0;
}

double read_cpu_us(int root) {
  static struct process all[MAX_PROCESSES];
  if (root == 0) return 0;
  DIR *folder = opendir("/proc");
  if (folder == NULL) die("cannot read /proc");
  int count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL && count < MAX_PROCESSES;)
    if (atoi(entry->d_name) > 0 && read_process(atoi(entry->d_name), &all[count])) count++;
  closedir(folder);
  long long ticks = 0;
  int found = 0;
  for (int index = 0; index < count; index++) {
    if (all[index].pid == root) found = 1;
    if (belongs(all, count, all[index].pid, root)) ticks += all[index].ticks;
  }
  if (!found) die("process %d has ended", root);
  return (double)ticks * 1e6 / (double)sysconf(_SC_CLK_TCK);
}
