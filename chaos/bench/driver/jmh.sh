#!/bin/sh
# Builds and runs the JMH benchmarks of the parser and the schedules. Arguments go to JMH, for
# example: chaos/bench/driver/jmh.sh -f 1 Parser
set -e
cd "$(dirname "$0")/../../.."
version=1.37
work=${TMPDIR:-/tmp}/rebound-jmh
mkdir -p "$work/lib" "$work/classes"
for artifact in org.openjdk.jmh:jmh-core:$version org.openjdk.jmh:jmh-generator-annprocess:$version \
  net.sf.jopt-simple:jopt-simple:5.0.4 org.apache.commons:commons-math3:3.6.1; do
  mvn -q -B -N dependency:copy -Dartifact="$artifact" -DoutputDirectory="$work/lib"
done
classpath="chaos/target/classes:$work/classes:$work/lib/*:chaos/target/lib/*"
"${JAVA_HOME:+$JAVA_HOME/bin/}javac" -proc:full -d "$work/classes" -cp "$classpath" \
  chaos/bench/driver/jmh/*.java
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$classpath" org.openjdk.jmh.Main "$@"
