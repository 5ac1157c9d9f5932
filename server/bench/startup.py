#!/usr/bin/env python3
"""Time from start to the first 200, beside a Java hello world, in pairs in one run.

usage: JAVA_HOME=... server/bench/startup.py [PAIRS]      (from the project's root, after a build)
"""
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
PAIRS = int(sys.argv[1]) if len(sys.argv) > 1 else 9
REQUEST = b"GET /ping HTTP/1.1\r\nHost: t\r\n\r\n"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def first_200(options):
    port = free_port()
    start = time.perf_counter()
    process = subprocess.Popen(
        [JAVA, "@server/jvm.options", *options, "-jar", "server/target/rebound-server.jar",
         "--port", str(port)],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while time.perf_counter() - start < 20:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=2) as s:
                    s.sendall(REQUEST)
                    if b" 200 " in s.recv(100):
                        return time.perf_counter() - start
            except OSError:
                time.sleep(0.001)
        raise SystemExit("the server did not answer within 20 s")
    finally:
        process.kill()
        process.wait()


def hello(folder):
    start = time.perf_counter()
    subprocess.run([JAVA, "-XX:+UseSerialGC", "-cp", folder, "Hello"], stdout=subprocess.DEVNULL,
                   check=True)
    return time.perf_counter() - start


cache = subprocess.run(["server/aot-cache", os.environ["JAVA_HOME"]], cwd=ROOT, text=True,
                       stdout=subprocess.PIPE, check=True).stdout.split()
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder, "Hello.java")
    source.write_text('class Hello { public static void main(String[] a) { System.out.println("hello"); } }')
    subprocess.run([JAVA + "c", "-d", folder, str(source)], check=True)
    pairs = [(hello(folder), first_200(cache), first_200([])) for _ in range(PAIRS)]
for name, column in (("hello", 0), ("server with the cache", 1), ("server without", 2)):
    print(f"{name}: {1000 * statistics.median(p[column] for p in pairs):.0f} ms")
print(f"ratio with the cache: {statistics.median(p[1] / p[0] for p in pairs):.2f}")
