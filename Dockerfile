FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
COPY pom.xml ./
COPY .mvn .mvn
COPY src/main src/main
COPY src/jmh src/jmh
COPY src/bench src/bench
COPY src/chaos src/chaos
RUN mvn -q -B -DskipTests -Dmaven.test.skip=true package

FROM eclipse-temurin:17-jre
# RocksDB comes with its own native library; it needs libstdc++, which the base image has.
RUN useradd --system --uid 10001 --home-dir /var/lib/crawlsieve --create-home --shell /usr/sbin/nologin crawlsieve \
    && mkdir -p /var/lib/crawlsieve/state \
    && chown -R crawlsieve /var/lib/crawlsieve
COPY --from=build /build/target/lib /opt/crawlsieve/lib
COPY --from=build /build/target/crawlsieve.jar /opt/crawlsieve/crawlsieve.jar
USER 10001
WORKDIR /var/lib/crawlsieve
VOLUME /var/lib/crawlsieve/state
ENV JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=50 -XX:+ExitOnOutOfMemoryError"
ENTRYPOINT ["java", "-jar", "/opt/crawlsieve/crawlsieve.jar"]
CMD ["--help"]
