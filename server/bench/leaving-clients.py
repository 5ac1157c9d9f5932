#!/usr/bin/env python3
"""Many clients leave at once, by FIN: how long does another client wait for its answer?

usage: JAVA_HOME=... server/bench/leaving-clients.py [CONNECTIONS]     (from the project's root, after a
build; needs as many file descriptors)
"""
import os
import pathlib
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 9_000
REQUEST = b"GET /ping HTTP/1.1\r\nHost: t\r\n\r\n"

server = subprocess.Popen(
    [JAVA, "@server/jvm.options", "-jar", "server/target/rebound-server.jar", "--port", "0"],
    cwd=ROOT, stdout=subprocess.PIPE, text=True)
port = int(server.stdout.readline().split(":")[-1])


def connect():
    s = socket.create_connection(("127.0.0.1", port))
    s.sendall(REQUEST)
    s.recv(400)
    return s


def cpu_seconds():
    with open(f"/proc/{server.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def crowd(leave):
    """A process of its own: its end closes all its sockets at once."""
    connections = [connect() for _ in range(COUNT)]
    os.write(leave, b"x")
    time.sleep(1)
    os._exit(0)


try:
    probe = connect()
    for turn in range(3):
        told, tell = os.pipe()
        pid = os.fork()
        if pid == 0:
            crowd(tell)
        os.read(told, 1)
        os.close(told)
        os.close(tell)
        before, worst, end = cpu_seconds(), 0.0, time.perf_counter() + 6
        while time.perf_counter() < end:
            asked = time.perf_counter()
            probe.sendall(REQUEST)
            probe.recv(400)
            worst = max(worst, time.perf_counter() - asked)
            time.sleep(0.005)
        os.waitpid(pid, 0)
        print(f"{COUNT} left: another waited {worst * 1000:.0f} ms at most, "
              f"{cpu_seconds() - before:.2f} CPU s", flush=True)
finally:
    server.kill()
    server.wait()
