# One image that can be each part: rebound (default), server, fake-db, toxiproxy. See docs/docker.md.
FROM eclipse-temurin:25-jdk AS build
RUN apt-get update && apt-get install -y --no-install-recommends maven && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN mvn -q -B package -DskipTests
# The modules that the parts use, and jcmd for the look into a JVM's memory.
RUN jlink --add-modules java.base,java.compiler,java.desktop,java.logging,java.management,java.naming,java.net.http,java.sql,java.xml,jdk.attach,jdk.httpserver,jdk.jcmd,jdk.management,jdk.net,jdk.unsupported \
      --strip-debug --no-header-files --no-man-pages --compress zip-6 --output /java
# What runs: the launcher, jars, flags, built-in targets. No sources, so the launcher builds nothing.
RUN mkdir -p /rebound && cp rebound LICENSE /rebound/ \
 && for module in server fake-db chaos soak; do \
      mkdir -p /rebound/$module/target \
      && cp $module/jvm.options /rebound/$module/ \
      && cp -r $module/target/rebound-$module.jar $module/target/lib /rebound/$module/target/; \
    done \
 && cp server/aot-cache /rebound/server/ \
 && cp -r soak/targets /rebound/soak/

FROM debian:bookworm-slim
RUN useradd --create-home --uid 10001 rebound && mkdir -p /rebound/results && chown rebound /rebound/results
COPY --from=build /java /opt/java/25
COPY --from=build /rebound /rebound
ENV JAVA_HOME=/opt/java/25
USER rebound
WORKDIR /rebound
VOLUME /rebound/results
ENTRYPOINT ["/rebound/rebound"]
CMD ["--help"]
