#!/usr/bin/env python3
"""10,000 connections: idle, then each waiting on a database call of 5 s, twice, then at rest.

usage: JAVA_HOME=... server/bench/waiting-requests.py [CONNECTIONS] [JVM OPTIONS...]
(from the project's root, after a build; needs as many file descriptors)
"""
import collections
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000


def start(module, jar, *arguments, options=()):
    process = subprocess.Popen(
        [JAVA, f"@{module}/jvm.options", *options, "-jar", f"{module}/target/{jar}", *arguments],
        cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return process, process.stdout.readline()


def request(path, *fields):
    return "".join([f"GET {path} HTTP/1.1\r\nHost: t\r\n", *fields, "\r\n"]).encode()


database, ready = start("fake-db", "rebound-fake-db.jar", "--redis-port", "0", "--postgres-port", "0",
                        "--control-port", "0")
redis = next(word for word in ready.split() if word.startswith("redis=")).split("=")[1]
server, ready = start("server", "rebound-server.jar", "--port", "0", "--database", redis,
                      "--database-pipeline", "200", "--idle-timeout-millis", "60000",
                      options=sys.argv[2:])
port = int(ready.split(":")[-1])


def rss_mb():
    with open(f"/proc/{server.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) * 1024 / 1e6


def one(path):
    with socket.create_connection(("127.0.0.1", port)) as s:
        s.sendall(request(path, "Connection: close\r\n"))
        while s.recv(65536):
            pass


try:
    for i in range(2_000):
        one("/ping" if i % 2 else "/one?delay=0")
    warm = rss_mb()
    print(f"warm {warm:.1f} MB")
    connections = [socket.create_connection(("127.0.0.1", port)) for _ in range(COUNT)]
    for s in connections:
        s.sendall(request("/ping"))
    for s in connections:
        s.recv(4096)
    time.sleep(2)
    idle = rss_mb()
    print(f"{COUNT} idle connections {idle:.1f} MB")
    for _ in range(2):
        for s in connections:
            s.sendall(request("/one?delay=5000"))
        peak, end = 0, time.time() + 3
        while time.time() < end:
            peak = max(peak, rss_mb())
            time.sleep(0.1)
        answers = collections.Counter()
        for s in connections:
            s.settimeout(30)
            answers[s.recv(4096)[9:12].decode()] += 1
        print(f"{COUNT} waiting: peak {peak:.1f} MB, {peak - idle:+.1f} MB; answers {dict(answers)}")
    for s in connections:
        s.close()
    time.sleep(10)
    print(f"10 s of rest {rss_mb():.1f} MB, {rss_mb() / warm:.2f} of warm")
finally:
    for process in (server, database):
        process.send_signal(signal.SIGTERM)
        process.wait(20)
