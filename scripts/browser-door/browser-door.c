// Starts a browser for each connection to a Unix socket: the first process of the browser container of a stage pod.
//
//   browser-door PROGRAM SOCKET FOLDER ARGUMENT...
//
// Serves one connection at a time. The program gets the connection as its file descriptors 3 and 4, where Chromium reads
// and writes its DevTools messages with --remote-debugging-pipe. FOLDER is its home and its folder for temporary files.
// When the connection closes or the program ends, every other process of the container is killed and the contents of
// FOLDER are deleted. Then the next connection can be served.
//
// Guarantee: no process of the container can open a network connection, even if a page has taken over the browser. The
// containers of a pod share one network, so a network policy cannot refuse it to one of them. Instead, a seccomp filter
// refuses every socket other than Unix sockets; the kernel applies it to all later processes, and none can remove it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
#else
#error "The seccomp filter does not know this architecture."
#endif

// On x86-64, system calls with this bit belong to the x32 ABI and have other numbers.
#define OTHER_ABI 0x40000000u

static void fail(const char *what) {
  fprintf(stderr, "browser-door: %s: %s\n", what, strerror(errno));
  exit(1);
}

// Refuses sockets other than Unix sockets, and io_uring, which could open sockets without these system calls.
static void close_network(void) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_ABI, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no_new_privs");
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) fail("seccomp");
}

static int removed(const char *path, const struct stat *status, int type, struct FTW *place) {
  (void)status;
  (void)type;
  if (place->level > 0) remove(path);
  return 0;
}

// Listens with a new socket, because a browser could have replaced the earlier one. The mode lets the owner and the
// group connect: the group of the pod's volumes, which the stage has.
static int listen_on(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    fail(path);
  }
  strcpy(address.sun_path, path);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) fail("socket");
  unlink(path);
  umask(0117);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) fail(path);
  umask(0077);
  if (listen(listener, 1) != 0) fail(path);
  return listener;
}

// Handles the signals that have arrived. Returns whether `child` has ended, and logs how. Ends this program on SIGTERM.
static int ended(int signals, pid_t child) {
  struct signalfd_siginfo info;
  while (read(signals, &info, sizeof info) == sizeof info)
    if (info.ssi_signo != SIGCHLD) exit(0);
  int is_over = 0, status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (pid != child) continue;
    is_over = 1;
    if (WIFSIGNALED(status)) fprintf(stderr, "browser-door: the browser was ended by signal %d\n", WTERMSIG(status));
    else if (status != 0) fprintf(stderr, "browser-door: the browser ended with status %d\n", WEXITSTATUS(status));
  }
  return is_over;
}

// Waits until `events` occur on a file descriptor, or until `child` has ended.
static void wait_for(int descriptor, short events, int signals, pid_t child) {
  struct pollfd polled[] = {{.fd = descriptor, .events = events}, {.fd = signals, .events = POLLIN}};
  for (;;) {
    if (poll(polled, 2, -1) < 0 && errno != EINTR) fail("poll");
    if (polled[1].revents != 0 && ended(signals, child)) return;
    if (polled[0].revents != 0) return;
  }
}

static pid_t start(int connection, const sigset_t *blocked, char **command, char **environment) {
  pid_t child = fork();
  if (child < 0) fail("fork");
  if (child > 0) return child;
  sigprocmask(SIG_UNBLOCK, blocked, NULL);
  int nothing = open("/dev/null", O_RDWR);
  // A copy with a high number, so that no descriptor is overwritten before it is copied.
  int high = fcntl(connection, F_DUPFD_CLOEXEC, 10);
  for (int descriptor = 0; descriptor < 3; descriptor++) dup2(nothing, descriptor);
  for (int descriptor = 3; descriptor < 5; descriptor++) dup2(high, descriptor);
  execve(command[0], command, environment);
  _exit(127);
}

int main(int count, char **arguments) {
  if (count < 4 || getpid() != 1) {
    fprintf(stderr, "usage: browser-door PROGRAM SOCKET FOLDER ARGUMENT... (as the first process of a container)\n");
    return 2;
  }
  const char *path = arguments[2], *folder = arguments[3];
  char home[4096], temporary[4096];
  snprintf(home, sizeof home, "HOME=%s", folder);
  snprintf(temporary, sizeof temporary, "TMPDIR=%s", folder);
  char *environment[] = {home, temporary, "PATH=/usr/bin:/bin", NULL};
  char **command = &arguments[3];
  command[0] = arguments[1];

  // The browser runs as the same user and must not trace this process.
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) fail("dumpable");
  close_network();
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGINT);
  sigprocmask(SIG_BLOCK, &blocked, NULL);
  int signals = signalfd(-1, &blocked, SFD_NONBLOCK | SFD_CLOEXEC);
  if (signals < 0) fail("signalfd");

  for (;;) {
    nftw(folder, removed, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    int listener = listen_on(path);
    wait_for(listener, POLLIN, signals, -1);
    int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    unlink(path);
    close(listener);
    if (connection < 0) continue;
    wait_for(connection, POLLRDHUP, signals, start(connection, &blocked, command, environment));
    // In the process namespace of the container, this signal reaches every process except this one.
    do kill(-1, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0);
    close(connection);
  }
}
