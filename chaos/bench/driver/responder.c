/* The smallest HTTP responder there is: one thread, epoll, the same 200 for every request head.
 * It exists so that a benchmark of clients measures clients. Usage: responder PORT (0: any).
 * It takes heads without bodies, and pipelines; a head may be split over reads. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_FDS 65536
#define MAX_PIPELINE 128

static const char ANSWER[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n"
    "Connection: keep-alive\r\n\r\nHello, world!";

/* How many bytes of CR LF CR LF each connection has seen last. */
static unsigned char seen[MAX_FDS];
static char input[65536];
static char output[sizeof(ANSWER) * MAX_PIPELINE];

static int heads(int fd, const char *bytes, ssize_t length) {
  static const char END[] = "\r\n\r\n";
  int count = 0;
  unsigned at = seen[fd];
  for (ssize_t i = 0; i < length; i++) {
    if (bytes[i] == END[at]) {
      if (++at == 4) {
        count++;
        at = 0;
      }
    } else {
      at = bytes[i] == '\r';
    }
  }
  seen[fd] = at;
  return count;
}

int main(int argc, char **argv) {
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);

  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(argc > 1 ? atoi(argv[1]) : 0),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 65535)) {
    perror("responder");
    return 3;
  }
  socklen_t size = sizeof address;
  getsockname(listener, (struct sockaddr *)&address, &size);
  printf("ready: responder http=127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);

  size_t one = sizeof(ANSWER) - 1;
  for (int i = 0; i < MAX_PIPELINE; i++) memcpy(output + i * one, ANSWER, one);

  int poll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
  struct epoll_event ready[512];
  for (;;) {
    int n = epoll_wait(poll, ready, 512, -1);
    for (int i = 0; i < n; i++) {
      int fd = ready[i].data.fd;
      if (fd == listener) {
        int accepted;
        while ((accepted = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
          if (accepted >= MAX_FDS) {
            close(accepted);
            continue;
          }
          setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
          seen[accepted] = 0;
          struct epoll_event fresh = {.events = EPOLLIN, .data.fd = accepted};
          epoll_ctl(poll, EPOLL_CTL_ADD, accepted, &fresh);
        }
        continue;
      }
      ssize_t length = read(fd, input, sizeof input);
      if (length <= 0) {
        if (length == 0 || errno != EAGAIN) close(fd);
        continue;
      }
      for (int due = heads(fd, input, length); due > 0; due -= MAX_PIPELINE) {
        size_t bytes = one * (due < MAX_PIPELINE ? due : MAX_PIPELINE);
        if (write(fd, output, bytes) != (ssize_t)bytes) {
          close(fd); /* the client reads too slowly for this experiment */
          break;
        }
      }
    }
  }
}
